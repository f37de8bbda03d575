import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startDnsServer } from '../../packages/audit/src/fetch/fixtures/dns-server.ts';

/** The host names of sites under test. The second one is the variant without `www.`. */
export const hosts = { www: 'www.shop.test', bare: 'shop.test' } as const;

/** What a site sends for a path. */
export interface SiteResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request for a site under test. */
interface SiteRequest {
  /** The path with the query. */
  readonly path: string;
  /** Without the port. */
  readonly host: string;
}

/** A site as a function. */
export type Respond = (request: SiteRequest) => SiteResponse;

/** A request that was received: when, and until when it was open, in milliseconds of `performance.now()`. */
export interface LoggedRequest {
  readonly path: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A site on loopback. */
export interface Origin {
  /** `http://www.shop.test:49152`. */
  readonly origin: string;
  /** A name server that knows the hosts, for `network.nameServers`. */
  readonly nameServer: string;
  /** All requests that were answered or given up, in the order in which they ended. */
  readonly log: readonly LoggedRequest[];
  /** How long the response to a request is delayed, in milliseconds. */
  delayOf: (path: string) => number;
  /** Forgets the requests. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts a site on loopback.
 *
 * @param siteOf - Makes the site of an origin.
 */
export async function startOrigin(siteOf: (origin: string) => Respond): Promise<Origin> {
  let log: LoggedRequest[] = [];
  let respond: Respond = () => ({});
  const server = createServer((request, response) => {
    const startedAt = performance.now();
    const path = request.url ?? '/';
    const requests = log;
    response.once('close', () => requests.push({ path, startedAt, endedAt: performance.now() }));
    const send = () => sendResponse(response, respond({ path, host: hostOf(request) }));
    const delayMs = site.delayOf(path);
    if (delayMs > 0) setTimeout(send, delayMs);
    else send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dns = await startDnsServer({ [hosts.www]: ['127.0.0.1'], [hosts.bare]: ['127.0.0.1'] });
  const origin = `http://${hosts.www}:${(server.address() as AddressInfo).port}`;
  respond = siteOf(origin);
  const site: Origin = {
    origin,
    nameServer: dns.address,
    get log() {
      return log;
    },
    delayOf: () => 0,
    reset() {
      log = [];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await dns.close();
    },
  };
  return site;
}

/** A page that does not exist. */
export const notFound: SiteResponse = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><html lang="en"><title>Not found</title><p>There is no such page.</p></html>',
};

/** A permanent redirect. */
export function redirectTo(location: string, status = 301): SiteResponse {
  return { status, headers: { location } };
}

/** A sitemap, from paths. */
export function sitemapOf(origin: string, paths: readonly string[]): SiteResponse {
  const entries = paths.map((path) => `<url><loc>${escaped(origin + path)}</loc></url>`);
  return {
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`,
  };
}

/** A text as an attribute or the content of an element. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function hostOf({ headers }: IncomingMessage): string {
  return (headers.host ?? '').replace(/:\d+$/, '');
}

function sendResponse(response: ServerResponse, sent: SiteResponse): void {
  const { status = 200, headers = {}, body = '' } = sent;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}
