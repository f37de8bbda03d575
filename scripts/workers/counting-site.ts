import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Requests for the start page of a host that are not answered yet. */
interface HeldRequests {
  /** Resolves when so many have arrived, in all. */
  arrived(count: number): Promise<void>;
  /** Answers them, and all later ones. */
  release(): void;
}

/** A site on loopback with any number of hosts, each at an address of its own. */
interface CountingSite {
  /** A page of a host. `/small…` has no links and images, so that its report takes few requests. */
  urlOf(host: number, path: string): string;
  /** How many requests of a host were open at the same time, at most. */
  mostOpen(host: number): number;
  /** Answers no request for the start page of a host from now on. */
  hold(host: number): HeldRequests;
  close(): void;
}

const head = '<!doctype html><html lang="en"><title>A page</title><h1>A page</h1>';
const things = Array.from(
  { length: 12 },
  (_, at) => `<a href="/link-${at}">link</a><img src="/image-${at}.png" alt="">`,
).join('');

/**
 * Starts a site that counts its open requests.
 *
 * @param delayMs - How long each response takes, so that requests overlap.
 */
export async function startCountingSite(delayMs: number): Promise<CountingSite> {
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  const held = new Map<string, ServerResponse[]>();
  let whenHeld = () => {};

  const respond = (path: string, response: ServerResponse) => {
    const isPage = /^\/(?:small.*|page.*)?$/.test(path);
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(path.startsWith('/page') ? head + things : head);
  };
  const server = createServer((request, response) => {
    const address = request.socket.localAddress ?? '';
    const path = request.url ?? '/';
    const now = (open.get(address) ?? 0) + 1;
    open.set(address, now);
    most.set(address, Math.max(now, most.get(address) ?? 0));
    response.once('close', () => open.set(address, (open.get(address) ?? 1) - 1));
    const waiting = path === '/' ? held.get(address) : undefined;
    if (waiting !== undefined) {
      waiting.push(response);
      whenHeld();
      return;
    }
    setTimeout(() => respond(path, response), delayMs);
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    urlOf: (host, path) => `http://${addressOf(host)}:${port}${path}`,
    mostOpen: (host) => most.get(addressOf(host)) ?? 0,
    hold(host) {
      const waiting: ServerResponse[] = [];
      held.set(addressOf(host), waiting);
      return {
        arrived: (count) =>
          new Promise((resolve) => {
            whenHeld = () => waiting.length >= count && resolve();
            whenHeld();
          }),
        release() {
          held.delete(addressOf(host));
          for (const response of waiting) respond('/', response);
        },
      };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function addressOf(host: number): string {
  return `127.0.${1 + Math.floor(host / 250)}.${1 + (host % 250)}`;
}
