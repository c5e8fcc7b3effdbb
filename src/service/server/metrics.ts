import { setTimeout } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Store } from '../../store/store.ts';

/** Milliseconds within which the store says how many documents it has. Prometheus waits for ten seconds at most. */
const COUNTING = 1000;

/** What Prometheus is told. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #seconds: Histogram<'method' | 'route' | 'status'>;
  readonly #documents: Counter<'result'>;

  constructor(store: Store, running: () => number) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#seconds = new Histogram({
      name: 'hammingbird_request_seconds',
      help: 'How long requests take',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    });
    this.#documents = new Counter({
      name: 'hammingbird_documents_total',
      help: 'Documents that were to be inserted: inserted, duplicate or refused',
      labelNames: ['result'],
      registers,
    });
    new Gauge({
      name: 'hammingbird_requests_running',
      help: 'Requests under way',
      registers,
      collect() {
        this.set(running());
      },
    });
    new Gauge({
      name: 'hammingbird_stored_documents',
      help: 'Documents in the store',
      registers,
      // Of a store that is not reached, or counts for long, nothing is said: all else is wanted then.
      async collect() {
        const late = setTimeout(COUNTING, undefined, { ref: false });
        const count = await Promise.race([store.size(), late]).catch(() => undefined);
        if (count === undefined) this.remove();
        else this.set(count);
      },
    });
  }

  get type(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  request(method: string, route: string, status: number, milliseconds: number): void {
    this.#seconds.observe({ method, route, status }, milliseconds / 1000);
  }

  /** @param result an insertion, or why there is none */
  document(result: unknown): void {
    const { inserted } = Object(result) as { inserted?: boolean };
    this.#documents.inc({ result: inserted === undefined ? 'refused' : inserted ? 'inserted' : 'duplicate' });
  }
}
