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
  /** How many requests for this path were received before. */
  readonly before: number;
}

/** A site as a function; `hang` sends nothing. */
export type Respond = (request: SiteRequest) => SiteResponse | 'hang';

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
  let counts = new Map<string, number>();
  let respond: Respond = () => ({});
  const server = createServer((request, response) => {
    const startedAt = performance.now();
    const path = request.url ?? '/';
    const before = counts.get(path) ?? 0;
    counts.set(path, before + 1);
    const requests = log;
    response.once('close', () => requests.push({ path, startedAt, endedAt: performance.now() }));
    const send = () => sendResponse(response, respond({ path, host: hostOf(request), before }));
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
      counts = new Map();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await dns.close();
    },
  };
  return site;
}

/** How many requests were open at the same time, at most. */
export function mostAtOnce(log: readonly LoggedRequest[]): number {
  const changes = log.flatMap(({ startedAt, endedAt }) => [
    { at: startedAt, by: 1 },
    { at: endedAt, by: -1 },
  ]);
  changes.sort((a, b) => a.at - b.at || a.by - b.by);
  let open = 0;
  return changes.reduce((most, { by }) => {
    open += by;
    return Math.max(most, open);
  }, 0);
}

/** The milliseconds between one request and the next, in the order in which they were received. */
export function gapsOf(log: readonly LoggedRequest[]): number[] {
  const times = log.map(({ startedAt }) => startedAt).sort((a, b) => a - b);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
}

/** An HTML page of links, for sites that need no more. */
export function linkPage(title: string, hrefs: readonly string[]): SiteResponse {
  const links = hrefs.map((href) => `<li><a href="${href}">${href}</a></li>`).join('\n');
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><ul>${links}</ul></body></html>`,
  };
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

function sendResponse(response: ServerResponse, sent: SiteResponse | 'hang'): void {
  if (sent === 'hang') return;
  const { status = 200, headers = {}, body = '' } = sent;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}
