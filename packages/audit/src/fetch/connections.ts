import { setMaxListeners } from 'node:events';
import { createSecureContext } from 'node:tls';
import { Agent, type buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import { guardedConnect, type Handshake } from './guarded-connect.ts';
import { createHostSlots, type HostSlots } from './host-slots.ts';
import type { HostUsers } from './host-users.ts';
import { createHttpsConnections } from './https-connections.ts';
import { minTlsVersion, type Network } from './network.ts';
import { type OpenResponse, type RequestToSend, sendRequest } from './send-request.ts';

/**
 * Concurrent requests to one host, with both schemes: fewer than browsers send, since several reports of a site may be
 * created at a time.
 */
export const requestsPerHost = 4;

/**
 * The same for a report that someone waits for, while it is alone there ({@link HostUsers}): as many as two at a time may
 * send.
 */
export const requestsAlone = 8;

/**
 * The connections and the name resolution of one report, or of one step of a crawl. They belong to one owner
 * (`ownerId`): a connection is never used for the requests of two. Fetchers use them, each with its own time
 * limit: the end of a fetcher ends its requests, while a connection that is being set up remains available
 * to the others, within `limits.connectMs`.
 */
export interface Connections {
  readonly network: Network;
  /** Sends requests by HTTP/1.1 over connections to permitted addresses. */
  readonly agent: Agent;
  /**
   * Sends one request over a connection to a permitted address, by HTTP/2 where the server offers it.
   *
   * @throws SitegradeError with the `reason` if there is no response.
   */
  readonly send: (request: RequestToSend) => Promise<OpenResponse>;
  /**
   * What a connection to an origin with https agreed on. It is opened if there was none.
   *
   * @throws SitegradeError with the `reason`.
   */
  readonly handshake: (url: URL) => Promise<Handshake>;
  /** The slots of the hosts: every request, from its beginning to the end of its response, and every handshake has one. */
  readonly slots: HostSlots;
  /** How many slots a host has now. */
  readonly atOnce: (host: string) => number;
  /** Aborts with an error when the connections are closed. */
  readonly signal: AbortSignal;
  /** Creates a connector for a separate connection, which `signal` aborts while it is being set up. */
  connect(options: ConnectOptions): buildConnector.connector;
  /** Closes all connections, and ends the requests that use them. Can be called twice. */
  close(): Promise<void>;
}

interface ConnectOptions {
  readonly signal: AbortSignal;
  /** Instead of the policy of the network, than which it must not be more lenient. */
  readonly classifyAddress?: AddressPolicy;
  /** Whether the connection carries any bytes, not only responses to undici. */
  readonly isRaw?: boolean;
}

/**
 * Creates connections, and opens none yet. The caller must close them.
 *
 * @param alone - Concurrent requests to a host that nothing else of this process requests, while it is not busy.
 * @example
 * ```ts
 * const connections = createConnections(createNetwork());
 * try {
 *   // Fetchers and auditPage use them.
 * } finally {
 *   await connections.close();
 * }
 * ```
 */
export function createConnections(network: Network, alone: number = requestsPerHost): Connections {
  const { limits, classifyAddress, localSite, hostUsers } = network;
  const resolver = network.createResolver();
  const closed = new AbortController();
  // Every connection that is being set up and every fetcher adds a listener.
  setMaxListeners(0, closed.signal);
  const { connectMs, headerBytes } = limits;
  // Not once for all: authorities can be added to a running process.
  let context = network.secureContext;
  const secureContext = () => {
    context ??= createSecureContext({ minVersion: minTlsVersion });
    return context;
  };
  const connecting = {
    classifyAddress,
    resolver,
    connectMs,
    headerBytes,
    secureContext,
    localSite,
  };
  const { signal } = closed;
  const connectByHttp1 = guardedConnect({ ...connecting, signal });
  const https = createHttpsConnections({
    connect: guardedConnect({ ...connecting, signal, alpnProtocols: ['h2', 'http/1.1'] }),
    usesHttp2: network.usesHttp2,
    agent: () => agent,
    limits,
  });
  const agent = new Agent({
    connect: (options, callback) => {
      const socket = https.takeUnused(`${options.protocol}//${options.host}`);
      if (socket === undefined) connectByHttp1(options, callback);
      // undici waits forever for a connection that it gets before it waits.
      else process.nextTick(callback, null, socket);
    },
    allowH2: false,
    connections: alone,
    pipelining: 1,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyIdleMs,
  });
  const user = hostUsers.join();
  const atOnce = (host: string) => (user.isAlone(host) ? alone : requestsPerHost);
  const slots = createHostSlots(atOnce);
  return {
    network,
    agent,
    send: (request) =>
      request.url.protocol === 'https:' ? https.send(request) : sendRequest(agent, request),
    handshake: https.handshake,
    atOnce,
    slots: {
      ...slots,
      enter(host, most) {
        user.enter(host);
        return slots.enter(host, most);
      },
    },
    signal,
    connect: (options) => guardedConnect({ ...connecting, ...options }),
    async close() {
      user.leave();
      closed.abort(new Error('The connections are closed.'));
      resolver.cancel();
      https.close();
      await agent.destroy();
    },
  };
}
