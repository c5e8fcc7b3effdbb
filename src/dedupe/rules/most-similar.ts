import type { Verdicts } from '../verdicts.ts';
import type { Grouping } from './grouping.ts';

/** Which of several documents one should join: a reference before others, then the most similar, then the preferred. */
export class MostSimilar {
  /** -1 if there is none. */
  document = -1;
  readonly #grouping: Grouping;
  readonly #of: number;
  #distance = 0;
  #similarity = -1;

  constructor(grouping: Grouping, of: number) {
    this.#grouping = grouping;
    this.#of = of;
  }

  /** Considers a document; -1 stands for none. */
  see(document: number, distance: number, similarity: number): void {
    if (document < 0 || !this.#isBetter(document, similarity)) return;
    this.document = document;
    this.#distance = distance;
    this.#similarity = similarity;
  }

  /** Joins it, or the leader to which it leads. */
  join({ leaders, partners, distances, similarities }: Verdicts, leader = this.document): void {
    leaders[this.#of] = leader;
    partners[this.#of] = this.document;
    distances[this.#of] = this.#distance;
    similarities[this.#of] = this.#similarity;
  }

  #isBetter(document: number, similarity: number): boolean {
    if (this.document < 0) return true;
    const { references, ranks } = this.#grouping;
    const [isReference, wasReference] = [document < references, this.document < references];
    if (isReference !== wasReference) return isReference;
    if (similarity !== this.#similarity) return similarity > this.#similarity;
    return ranks[document]! < ranks[this.document]!;
  }
}
