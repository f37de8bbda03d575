import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer, type Server, Socket } from 'node:net';
import { join } from 'node:path';
import { isPublicAddress } from '../../packages/audit/src/fetch/address-policy.ts';
import type { Arrival } from './counts.ts';
import { siteAddress, wayOfPath } from './goals.ts';
import { serveSite } from './pages.ts';

/** The servers of the network, which count what arrives at any address. */
interface CountingServers {
  /** What has arrived since it was called last. */
  take(): readonly Arrival[];
  /** What a browser has sent to the proxy that leads nowhere: each is a method with a host. */
  readonly discarded: readonly string[];
}

const tlsFolder = join(import.meta.dirname, '../../packages/audit/src/fetch/fixtures/tls');

/** A certificate for the host of the pages, and its key. */
export const certificate = {
  key: readFileSync(join(tlsFolder, 'server.key')),
  cert: readFileSync(join(tlsFolder, 'good.pem')),
  authority: readFileSync(join(tlsFolder, 'ca.pem'), 'utf8'),
};

/** Ports of web servers, and some of other services. */
const plainPorts = [80, 8080];
const tlsPorts = [443, 8443];
const otherPorts = [22, 53, 3478, 5432, 6379];

/** Where the flags of our browser send what does not belong to a page. */
const discardPort = 9;

interface Seen extends Arrival {
  readonly ways: Set<string>;
  readonly from: string;
}

/**
 * Starts servers on all addresses of this network, and on these ones for datagrams.
 *
 * @param datagramAddresses - Where datagrams are expected, as a socket for all addresses does not distinguish them.
 */
export async function startCountingServers(
  datagramAddresses: readonly string[],
): Promise<CountingServers> {
  let seen: Seen[] = [];
  const open = new Map<string, Seen>();
  /** The local ends of connections that this process opened. */
  const own = new Set<string>();

  onConnect((socket) => {
    const { localAddress, localPort, remoteAddress = '', remotePort = 0 } = socket;
    own.add(endOf(localAddress, localPort));
    const address = plainAddress(remoteAddress);
    // Also where none of these servers listens, such as at the proxy.
    if (!isPublicAddress(address))
      seen.push({ ...arrivalAt(address, remotePort), from: endOf(localAddress, localPort) });
  });

  const onConnection = (socket: Socket) => {
    const from = endOf(socket.remoteAddress, socket.remotePort);
    const entry = {
      ...arrivalAt(plainAddress(socket.localAddress ?? ''), socket.localPort ?? 0),
      from,
    };
    seen.push(entry);
    open.set(from, entry);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(from));
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const { localAddress = '', remoteAddress, remotePort } = request.socket;
    const way = wayOfPath(request.url ?? '');
    const entry = open.get(endOf(remoteAddress, remotePort));
    if (way !== undefined) entry?.ways.add(way);
    if (plainAddress(localAddress) === siteAddress) serveSite(request, response);
    else serveGoal(request, response);
  };

  const servers: (readonly [Server, number])[] = [
    ...plainPorts.map((port) => [createHttp(onRequest), port] as const),
    ...tlsPorts.map((port) => [createHttps(certificate, onRequest), port] as const),
    ...otherPorts.map((port) => [createServer((socket) => socket.resume()), port] as const),
  ];
  for (const [server, port] of servers) {
    server.on('connection', onConnection);
    server.on('tlsClientError', () => {});
    server.listen(port, '::');
    await once(server, 'listening');
  }
  const discarded: string[] = [];
  const discard = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (chunk: Buffer) => discarded.push(requestedHost(chunk)));
  });
  discard.listen(discardPort, '127.0.0.1');
  await once(discard, 'listening');
  for (const address of datagramAddresses) {
    for (const port of [443, 3478]) {
      const socket = createSocket('udp4');
      socket.on('message', () =>
        seen.push({ ...arrivalAt(address, port), protocol: 'udp', from: '' }),
      );
      socket.bind(port, address);
      await once(socket, 'listening');
    }
  }
  return {
    discarded,
    take() {
      const taken = seen.map(({ from, ...arrival }) => ({
        ...arrival,
        isOwn: arrival.protocol === 'tcp' && own.has(from),
      }));
      seen = [];
      return taken;
    },
  };
}

/** The method and the host of a request to a proxy, without the path, which can be long. */
function requestedHost(request: Buffer): string {
  return /^[A-Z]+ (?:http:\/\/)?[^\s/]*/.exec(request.toString('latin1'))?.[0] ?? 'no request';
}

/** Reports every connection that this process opens, with TLS and without. */
function onConnect(listener: (socket: Socket) => void): void {
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...args: Parameters<typeof connect>) {
    this.once('connect', () => listener(this));
    return connect.apply(this, args);
  } as typeof connect;
}

const arrivalAt = (address: string, port: number) => ({
  protocol: 'tcp' as const,
  address,
  port,
  isOwn: false,
  ways: new Set<string>(),
});

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  html: 'text/html',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
};

/** What any other host than that of the pages responds with. It permits what it can. */
function serveGoal(request: IncomingMessage, response: ServerResponse): void {
  const [, extension = ''] = /\.(\w+)(?:\?|$)/.exec(request.url ?? '') ?? [];
  response.writeHead(200, {
    'content-type': types[extension] ?? 'text/html',
    'access-control-allow-origin': request.headers.origin ?? '*',
    'access-control-allow-headers': '*, x-own, content-type',
    'access-control-allow-methods': '*, PUT',
    'access-control-allow-credentials': 'true',
    'access-control-allow-private-network': 'true',
    'access-control-allow-local-network': 'true',
  });
  response.end();
}

const endOf = (address = '', port = 0) => `${plainAddress(address)} ${port}`;

/** An address as it is written without IPv6 around it. */
const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '');
