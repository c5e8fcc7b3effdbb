// Clients that keep their connections, and do hardly anything else: the server is what is measured.
import { Agent, request } from 'node:http';
import { median, quantile } from '../measure.ts';
import { taken } from '../taken.ts';
import type { Page } from './pages.ts';

/** How documents are sent. */
export interface Way {
  /** Documents of a request: 1 is one by one, as JSON. */
  readonly batch: number;
  /** Connections. */
  readonly clients: number;
}

/** What came of it. */
export interface Load {
  readonly documents: number;
  readonly inserted: number;
  readonly seconds: number;
  /** Milliseconds from request to answer. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends so many documents, and counts the answers. */
export async function send(url: URL, pages: Iterator<Page>, documents: number, { batch, clients }: Way): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const latencies: number[] = [];
  let left = Math.ceil(documents / batch);
  let inserted = 0;
  const client = async () => {
    while (left-- > 0) {
      const body = taken(pages, batch).join('\n');
      const start = performance.now();
      const answer = await ask(agent, url, body, batch > 1);
      latencies.push(performance.now() - start);
      inserted += counted(answer, batch);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return {
    documents: latencies.length * batch,
    inserted,
    seconds,
    p50: median(latencies),
    p99: quantile(latencies, 0.99),
  };
}

/** Throws unless all were answered. */
function counted(answer: string, batch: number): number {
  const [inserted, refused] = [/"inserted":true/g, /"inserted":false/g].map((what) => answer.match(what)?.length ?? 0);
  if (inserted! + refused! !== batch) throw new Error(`The service did not answer ${batch} documents: ${answer}`);
  return inserted!;
}

function ask(agent: Agent, url: URL, body: string, isBatch: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': isBatch ? 'application/x-ndjson' : 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const path = isBatch ? '/v1/documents/batch' : '/v1/documents';
    request({ agent, method: 'POST', host: url.hostname, port: url.port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('latin1');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve(text)).on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });
}
