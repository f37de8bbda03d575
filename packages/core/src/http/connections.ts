import type { IncomingMessage } from 'node:http';
import { enterPipeline, ownsConnection } from './pipeline.ts';
import { isStream } from './request/raw-body.ts';
import type { ApiRequest } from './request/request.ts';
import type { ApiResponse } from './response/response.ts';

/** Tracks the connections of the API, so that none of them delays a closing server. */
export interface ConnectionTracker {
  /**
   * Must be called with every request before it is handled.
   *
   * @returns The result of {@link enterPipeline}.
   */
  readonly track: (request: ApiRequest) => boolean;
  /** Adds `Connection: close` to the response while the server is closing, and where the body stopped arriving. */
  readonly prepareResponse: (request: ApiRequest, response: ApiResponse) => ApiResponse;
  /**
   * Closes each connection after its current response, and after the rest of the request body has
   * arrived. Connections that still receive a body after `graceMs` milliseconds are destroyed.
   */
  readonly close: (graceMs: number) => void;
}

/**
 * Creates a tracker. `server.close` closes connections that are idle at that moment; busy ones stay
 * open until their keep-alive timeout, which is 72 seconds on Fastify. A connection is also busy while
 * the request body still arrives after the response was sent. Destroying it at once would reset it,
 * and the client might never read the response (RFC 9112, 9.6), so the body is read and discarded first.
 */
export function trackConnections(): ConnectionTracker {
  const receiving = new Set<IncomingMessage>();
  let closing = false;

  return {
    track: (request) => {
      const isAccepted = enterPipeline(request);
      if (!ownsConnection(request)) return isAccepted;
      const { incoming, outgoing, body } = request;
      const endWhenDone = () => {
        if (closing && incoming.complete && outgoing.writableFinished) {
          incoming.socket.destroySoon();
        }
      };
      // A slow hook of the host may have run before: a stream that has closed emits no second `close`.
      if (!incoming.closed) {
        receiving.add(incoming);
        incoming.on('close', () => {
          receiving.delete(incoming);
          endWhenDone();
        });
      }
      // Emitted once: `once` would add the work of taking the listener away.
      outgoing.on('finish', () => {
        // Node discards a body that was never read. A stream that the host piped it into must be drained.
        if (isStream(body)) body.resume();
        endWhenDone();
      });
      return isAccepted;
    },
    prepareResponse: (request, response) => {
      if (!ownsConnection(request)) return response;
      // What is left of its body may never arrive (RFC 9110, 15.5.9).
      const isOver = response.status === 408 || (closing && request.incoming.complete);
      if (!isOver) return response;
      return { ...response, headers: { ...response.headers, connection: 'close' } };
    },
    close: (graceMs) => {
      closing = true;
      setTimeout(() => {
        for (const { complete, socket } of receiving) if (!complete) socket.destroy();
      }, graceMs).unref();
    },
  };
}
