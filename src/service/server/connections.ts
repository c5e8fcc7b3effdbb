import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections, and how many requests each has under way. Node takes one over which no request has come yet, or half of
 * one, for busy, and when a server closes it ends the time that the rest may take: such a client would keep the server.
 */
export class Connections {
  readonly #requests = new Map<Socket, number>();
  #isOver = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      if (this.#isOver) socket.destroy();
      this.#requests.set(socket, 0);
      socket.once('close', () => this.#requests.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.#add(socket, 1);
      response.once('close', () => this.#add(socket, -1));
    });
  }

  /** Ends those that have no request under way, and those to come. */
  endIdle(): void {
    this.#isOver = true;
    for (const [socket, requests] of this.#requests) if (requests === 0) socket.destroy();
  }

  #add(socket: Socket, count: number): void {
    const requests = this.#requests.get(socket);
    if (requests !== undefined) this.#requests.set(socket, requests + count);
  }
}
