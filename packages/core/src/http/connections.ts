import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer/answer.ts';
import { enterPipeline, ownsConnection } from './pipeline.ts';
import { isStream } from './request/body-bytes.ts';
import type { ApiRequest } from './request/request.ts';

/** The connections that the API answers on, none of which may hold a server that is closing. */
export interface Connections {
  /**
   * To be called with every request before it is answered.
   *
   * @returns what {@link enterPipeline} does.
   */
  readonly follow: (request: ApiRequest) => boolean;
  /** The answer as it goes out now: on closing it says that it is the connection's last. */
  readonly finish: (request: ApiRequest, answer: Answer) => Answer;
  /**
   * From now on a connection ends with its answer, or once the request is in where the answer was
   * there before. What is still coming after so many milliseconds is cut off.
   */
  readonly close: (graceMs: number) => void;
}

/**
 * Follows connections. A server that closes looks for idle ones once, and what is busy then is kept
 * until its keep-alive runs out: for 72 seconds on Fastify. Busy is also a connection whose answer
 * is out while its request is still coming. Hanging up on that at once would reset it, and the
 * client might never read the answer (RFC 9112, 9.6): what comes is thrown away first.
 */
export function followConnections(): Connections {
  const coming = new Set<IncomingMessage>();
  let closing = false;

  return {
    follow: (request) => {
      const isWelcome = enterPipeline(request);
      if (!ownsConnection(request)) return isWelcome;
      const { incoming, outgoing, body } = request;
      const endWhenDone = () => {
        if (closing && incoming.complete && outgoing.writableFinished) {
          incoming.socket.destroySoon();
        }
      };
      // The host may have taken its time: who has closed already never says so again.
      if (!incoming.closed) {
        coming.add(incoming);
        incoming.once('close', () => {
          coming.delete(incoming);
          endWhenDone();
        });
      }
      outgoing.once('finish', () => {
        // Node throws away what nobody has begun to read. A stream that the host put in between has.
        if (isStream(body)) body.resume();
        endWhenDone();
      });
      return isWelcome;
    },
    finish: (request, answer) => {
      if (!closing || !ownsConnection(request) || !request.incoming.complete) return answer;
      return { ...answer, headers: { ...answer.headers, connection: 'close' } };
    },
    close: (graceMs) => {
      closing = true;
      setTimeout(() => {
        for (const { complete, socket } of coming) if (!complete) socket.destroy();
      }, graceMs).unref();
    },
  };
}
