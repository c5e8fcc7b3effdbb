/** What differs between Node and browsers. */
export interface Platform {
  /** How many threads run at once. */
  readonly cores: number;
  /** Starts a worker thread. */
  start(listener: WorkerListener): WorkerThread;
}

export interface WorkerThread {
  send(message: unknown): void;
  /** Whether the process may not end before this thread has answered; browsers do not care. */
  hold(held: boolean): void;
  end(): Promise<unknown>;
}

interface WorkerListener {
  onAnswer(answer: unknown): void;
  /** It could not be started, threw outside of its work, or ended. */
  onDeath(cause: Error): void;
}
