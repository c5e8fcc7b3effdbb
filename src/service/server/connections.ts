import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.ts';

/** Of a client that goes on sending what was refused, so many times the largest body is thrown away. */
const BODIES = 8;
/** Milliseconds that such a client still has when the service stops. */
const LAST_TIME = 500;

/**
 * Connections, and which answers each has under way. Node takes one over which no request has come yet, or half of
 * one, for busy, and when a server closes it ends the time that the rest may take: such a client would keep the server.
 */
export class Connections {
  readonly #answers = new Map<Socket, Set<ServerResponse>>();
  /** They end when what came whole is answered. */
  readonly #broken = new WeakSet<Socket>();
  readonly #limits: Limits;
  #isOver = false;

  constructor(server: Server, limits: Limits) {
    this.#limits = limits;
    server.on('connection', (socket: Socket) => {
      if (this.#isOver) socket.destroy();
      this.#answers.set(socket, new Set());
      // What Node calls behind the last answer.
      const destroySoon = socket.destroySoon.bind(socket);
      socket.destroySoon = () => {
        if (!this.#broken.has(socket) && this.#isComing(socket)) this.#endUnread(socket);
        else destroySoon();
      };
      socket.once('close', () => this.#lose(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      const answers = this.#answers.get(socket);
      answers?.add(response);
      // Whatever it was answered: the rest stands in the way of the next request of this connection, and has no limit.
      response.once('finish', () => request.complete || socket.destroySoon());
      response.once('close', () => {
        answers?.delete(response);
        if (answers?.size === 0 && (this.#isOver || this.#broken.has(socket))) socket.destroySoon();
      });
    });
  }

  /**
   * Waits until all is answered that came before over the same connection: a client that sends the next request before it has
   * an answer expects them to be done in order (RFC 9112, 9.3.2). Returns false if the connection is lost before.
   */
  async isNext(answer: ServerResponse): Promise<boolean> {
    const answers = [...(this.#answers.get(answer.req.socket) ?? [])];
    const before = answers[answers.indexOf(answer) - 1];
    if (before) await new Promise((resolve) => before.once('close', resolve));
    return !answer.destroyed;
  }

  /** Ends those that have no request under way, the others when they have none, and those to come. */
  endIdle(): void {
    this.#isOver = true;
    for (const [socket, answers] of this.#answers) if (answers.size === 0) socket.destroy();
  }

  /**
   * Ends one over which no HTTP comes, and says whether it did: only if requests are under way, of which the first
   * would take a refusal for its answer, though its document is stored. What has come whole is answered before.
   */
  endBroken(socket: Socket): boolean {
    if (!this.#answers.get(socket)?.size) return false;
    this.#broken.add(socket);
    if (this.#isComing(socket)) socket.destroySoon();
    return true;
  }

  /** Whether a request is under way of which more may come. */
  #isComing(socket: Socket): boolean {
    return [...(this.#answers.get(socket) ?? [])].some(({ req }) => !req.complete);
  }

  /**
   * Forgets a connection that is lost. Node tells that the answer which is being sent; those that wait behind it would never
   * hear of their end, and what is done for them would count as under way for ever.
   */
  #lose(socket: Socket): void {
    const waiting = [...(this.#answers.get(socket) ?? [])].filter((answer) => answer.socket === null);
    this.#answers.delete(socket);
    for (const answer of waiting) {
      answer.destroyed = true;
      answer.emit('close');
    }
  }

  /**
   * Ends a connection over which a request still comes that is answered already. If it were closed, the system would reset
   * it, and a client that sends all before it reads would never see the answer (RFC 9112, 9.6): so what comes is thrown
   * away for a while, until the client closes it.
   */
  #endUnread(socket: Socket): void {
    const end = (): void => void socket.destroy();
    const timer = setTimeout(end, this.#isOver ? LAST_TIME : this.#limits.time);
    socket.destroySoon = () => undefined;
    socket.once('end', end).once('close', () => clearTimeout(timer));
    let left = BODIES * this.#limits.body;
    const discard = ({ length }: Buffer): void => {
      left -= length;
      if (left < 0) end();
    };
    // In the place of Node's parser, which would take what comes behind for requests; it alone can go on where it has paused.
    const takeOver = (): void => void socket.removeAllListeners('data').on('data', discard).resume();
    if (socket.isPaused()) socket.once('resume', takeOver).resume();
    else takeOver();
    socket.end();
  }
}
