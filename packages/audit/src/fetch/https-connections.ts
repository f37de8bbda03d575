import type { Socket } from 'node:net';
import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { Agent, buildConnector } from 'undici';
import { fetchError, responseFailure } from './fetch-error.ts';
import { type Handshake, handshakeOf, isTls } from './guarded-connect.ts';
import { type Http2Connection, openHttp2 } from './http2.ts';
import type { FetchLimits } from './limits.ts';
import { type OpenResponse, type RequestToSend, sendRequest } from './send-request.ts';

/** Options of {@link createHttpsConnections}. */
interface HttpsOptions {
  /** Connects, and offers HTTP/2 and HTTP/1.1. */
  readonly connect: buildConnector.connector;
  /** Whether requests are sent by HTTP/2. If not, only handshakes offer it. */
  readonly usesHttp2: boolean;
  /** Sends requests by HTTP/1.1. */
  readonly agent: () => Agent;
  readonly limits: FetchLimits;
}

/** The first connection to an origin. */
interface First {
  /** `null` without TLS, which only a local site can be. */
  readonly handshake: Handshake | null;
  /** `null` if the server speaks HTTP/1.1. */
  readonly http2: Http2Connection | null;
}

/**
 * Connections to origins with https. The first one to each offers HTTP/2 and HTTP/1.1: with HTTP/2 it is the only one, and
 * otherwise the first of the agent, which opens others.
 */
export function createHttpsConnections({ connect, usesHttp2, agent, limits }: HttpsOptions) {
  const origins = new Map<string, Promise<First>>();
  const unused = new Map<string, Socket>();
  const sockets = new Set<Socket>();

  const connectTo = ({ hostname, protocol, port, host }: URL): Promise<Socket> => {
    // Only URLs put IPv6 addresses in brackets.
    const endpoint = { hostname: hostname.replace(/^\[|\]$/g, ''), protocol, port, host };
    return new Promise((resolve, reject) => {
      connect(endpoint, (...[error, socket]) => {
        if (error !== null) return reject(error);
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
        resolve(socket);
      });
    });
  };
  const open = async (url: URL, forget: () => void): Promise<First> => {
    const socket = await connectTo(url);
    const { origin } = url;
    socket.once('close', () => {
      if (unused.get(origin) === socket) unused.delete(origin);
    });
    const handshake = isTls(socket) ? handshakeOf(socket) : null;
    if (handshake?.alpn !== 'h2') {
      unused.set(origin, socket);
      return { handshake, http2: null };
    }
    // The next request opens another one.
    return { handshake, http2: openHttp2(socket, limits, forget) };
  };
  /** A connection for its handshake alone. */
  const shake = async (url: URL): Promise<Pick<First, 'handshake'>> => {
    const socket = await connectTo(url);
    try {
      return { handshake: isTls(socket) ? handshakeOf(socket) : null };
    } finally {
      socket.destroy();
    }
  };
  /** What waits for a connection shares it, and its failure. */
  const firstOf = (url: URL): Promise<First> => {
    const known = origins.get(url.origin);
    if (known !== undefined) return known;
    const forget = () => {
      if (origins.get(url.origin) === first) origins.delete(url.origin);
    };
    const first = open(url, forget);
    origins.set(url.origin, first);
    first.catch(forget);
    return first;
  };

  /** Returns `null` if the request is to be sent by HTTP/1.1. */
  const sendByHttp2 = async (request: RequestToSend): Promise<OpenResponse | null> => {
    const { url, signal } = request;
    try {
      const { handshake, http2 } = await firstOf(url);
      if (http2 === null) return null;
      try {
        return await http2.send(request);
      } catch (error) {
        const isSilent = !signal.aborted && !http2.hasResponded();
        if (isSilent) origins.set(url.origin, Promise.resolve({ handshake, http2: null }));
        if (signal.aborted || isSitegradeError(error)) throw error;
        return null;
      }
    } catch (error) {
      throw responseFailure(error, 'headers', signal);
    }
  };

  return {
    /**
     * Sends one request and waits for the headers of the response. A server that offers HTTP/2 and sends no response by
     * it is asked once more, by HTTP/1.1, and one that never sent any is not asked by HTTP/2 again.
     *
     * @throws SitegradeError with the `reason` if there is no response.
     */
    async send(request: RequestToSend): Promise<OpenResponse> {
      return (usesHttp2 && (await sendByHttp2(request))) || sendRequest(agent(), request);
    },
    /**
     * What the first connection to an origin agreed on.
     *
     * @throws SitegradeError with the `reason`.
     */
    async handshake(url: URL): Promise<Handshake> {
      const { handshake } = usesHttp2 ? await firstOf(url) : await shake(url);
      if (handshake === null) throw fetchError('tls_error');
      return handshake;
    },
    /** The first connection to an origin, if it speaks HTTP/1.1 and has not been taken. */
    takeUnused(origin: string): Socket | undefined {
      const socket = unused.get(origin);
      unused.delete(origin);
      return socket?.destroyed ? undefined : socket;
    },
    /** Closes all of these connections. */
    close(): void {
      for (const socket of sockets) socket.destroy();
    },
  };
}
