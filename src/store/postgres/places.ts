/** Places for so many calls at a time; others wait for one, however long, while the server answers. */
export class Places {
  #free: number;
  readonly #patience: number;
  readonly #waiting: (() => void)[] = [];
  /** When the server last answered one of them. */
  #answered = 0;

  /** @param patience in milliseconds */
  constructor(count: number, patience: number) {
    this.#free = count;
    this.#patience = patience;
  }

  /** False if there was none while the server answered nobody for as long as the patience lasts. */
  async take(): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    return new Promise((resolve) => {
      const next = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const look = (): void => {
        const left = this.#answered + this.#patience - performance.now();
        if (left > 0) {
          timer = setTimeout(look, left);
          return;
        }
        this.#waiting.splice(this.#waiting.indexOf(next), 1);
        resolve(false);
      };
      let timer = setTimeout(look, this.#patience);
      this.#waiting.push(next);
    });
  }

  /** Lets the next one have a place. */
  give(hasAnswered: boolean): void {
    if (hasAnswered) this.#answered = performance.now();
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
