import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections, and which requests each has under way. Node takes one over which no request has come yet, or half of
 * one, for busy, and when a server closes it ends the time that the rest may take: such a client would keep the server.
 */
export class Connections {
  readonly #requests = new Map<Socket, Set<IncomingMessage>>();
  /** They end when what came whole is answered. */
  readonly #broken = new WeakSet<Socket>();
  #isOver = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      if (this.#isOver) socket.destroy();
      this.#requests.set(socket, new Set());
      socket.once('close', () => this.#requests.delete(socket));
    });
    server.on('request', (request: IncomingMessage, response) => {
      const { socket } = request;
      const requests = this.#requests.get(socket);
      requests?.add(request);
      response.once('close', () => {
        requests?.delete(request);
        if (requests?.size === 0 && this.#broken.has(socket)) socket.destroySoon();
      });
    });
  }

  /** Ends those that have no request under way, and those to come. */
  endIdle(): void {
    this.#isOver = true;
    for (const [socket, requests] of this.#requests) if (requests.size === 0) socket.destroy();
  }

  /**
   * Ends one over which no HTTP comes, and says whether it did: only if requests are under way, of which the first
   * would take a refusal for its answer, though its document is stored. What has come whole is answered before.
   */
  endBroken(socket: Socket): boolean {
    const requests = this.#requests.get(socket);
    if (!requests?.size) return false;
    this.#broken.add(socket);
    if ([...requests].some(({ complete }) => !complete)) socket.destroySoon();
    return true;
  }
}
