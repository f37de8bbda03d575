import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnections } from '../fetch/connections.ts';
import { failureOf, testDns, testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { createSiteHeaders } from '../fetch/site-headers.ts';
import { sitemapIndex, urlset } from '../fetch/sitemap/fixtures/sitemap-site.ts';
import { siteFiles } from '../probes/probe-facts.ts';
import { isCrawlAllowed, openSite } from './open-site.ts';

const page = '<!doctype html><html lang=en><title>Bolts and nuts</title><p>Bolts';
const missingPage = `/sitegrade-${'00'.repeat(12)}`;
/** What is requested of every site, in addition to its sitemaps. */
const sitePaths: readonly string[] = [
  ...['/', '/robots.txt', '/favicon.ico', ...Object.values(siteFiles), missingPage],
];

type Respond = string | ((request: IncomingMessage, response: ServerResponse) => unknown);

interface SiteUnderTest {
  readonly pages?: Readonly<Record<string, Respond>>;
  readonly robots?: string;
  readonly host?: string;
  readonly path?: string;
  readonly atOnce?: number;
  readonly userAgent?: string;
  readonly signal?: AbortSignal;
  /** For the origin of the target. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a site on loopback. `SITE` in texts is its origin. */
async function open({ pages = {}, robots, host = 'p.test', ...site }: SiteUnderTest = {}) {
  const requests: string[] = [];
  let [running, most] = [0, 0];
  const all: Readonly<Record<string, Respond>> = {
    '/': page,
    ...(robots !== undefined && { '/robots.txt': robots }),
    ...pages,
  };
  const server = await startHttp((request, response) => {
    const { url = '', headers } = request;
    requests.push(headers.host === `p.test:${server.port}` ? url : `//${headers.host}${url}`);
    running++;
    most = Math.max(most, running);
    response.on('close', () => running--);
    // The first request after robots.txt waits for those that are sent together with it.
    const respond = (): unknown => {
      if (requests.length === 3 && running < (site.atOnce ?? 1)) return setImmediate(respond);
      const found = all[url];
      if (typeof found === 'function') return found(request, response);
      if (found === undefined) return response.writeHead(404).end();
      if (url.endsWith('/')) response.setHeader('content-type', 'text/html');
      return response.end(found.replaceAll('SITE', `http://p.test:${server.port}`));
    };
    setImmediate(respond);
  });
  const dns = await testDns({ 'p.test': ['127.0.0.1'], 'www.p.test': ['127.0.0.1'] });
  const network = testNetwork({
    allowAddresses: ['127.0.0.1'],
    nameServers: [dns.address],
    ...(site.userAgent !== undefined && { userAgent: site.userAgent }),
  });
  const connections = createConnections(network);
  onTestFinished(() => connections.close());
  // With a scheme: only then is the origin of the headers that of the server.
  const scheme = site.headers === undefined ? '' : 'http://';
  const target = parseTarget(`${scheme}${host}:${server.port}${site.path ?? '/'}`, network);
  const opening = openSite(target, {
    connections,
    now: () => new Date('2026-01-01T00:00:00Z'),
    randomBytes: (size) => new Uint8Array(size),
    atOnce: site.atOnce ?? 2,
    ...(site.signal && { signal: site.signal }),
    ...(site.headers && { siteHeaders: createSiteHeaders(target.url.origin, site.headers) }),
  });
  const origin = `http://p.test:${server.port}`;
  return { opening, requests, origin, server, network, most: () => most };
}

/** Opens a site that allows it. */
async function opened(site: SiteUnderTest = {}) {
  const { opening, ...rest } = await open(site);
  const result = await opening;
  if (result.startPage !== 'allowed') throw new Error(result.startPage);
  return { ...rest, site: result };
}

describe('opening a site', () => {
  it('requests what its pages share, once', async () => {
    const { site, requests, origin } = await opened({
      robots: 'User-agent: *\nDisallow: /private\nSitemap: SITE/index.xml',
      pages: {
        '/index.xml': sitemapIndex('/1.xml'),
        '/1.xml': urlset('/', '/a'),
      },
    });
    expect(requests.filter((path) => !path.startsWith('//')).sort()).toEqual(
      [...sitePaths, '/1.xml', '/index.xml'].sort(),
    );
    // It is first known whether more may be requested.
    expect(requests.slice(0, 2)).toEqual(['/', '/robots.txt']);
    expect(site).toMatchObject({ finalUrl: `${origin}/`, delayMs: 0, siteFacts: { origin } });
    expect([...site.siteFacts.sitemaps.listed]).toEqual([`${origin}/`, `${origin}/a`]);
    expect(site.siteFacts.missingPage).toMatchObject({ kind: 'response', status: 404 });
  });

  it.each([1, 2])('sends at most %d requests at a time', async (atOnce) => {
    const { most, requests } = await opened({
      atOnce,
      robots: 'User-agent: *\nDisallow:\nSitemap: SITE/1.xml\nSitemap: SITE/2.xml',
      pages: { '/1.xml': urlset('/'), '/2.xml': urlset('/a') },
    });
    expect(requests.length).toBeGreaterThan(7);
    expect(most()).toBe(atOnce);
  });

  it('follows redirects, and knows the variants that lead to the site', async () => {
    const toBare: Respond = ({ headers, url }, response) => {
      const [host = '', port] = (headers.host ?? '').split(':');
      if (host === 'www.p.test') {
        return response.writeHead(301, { location: `http://p.test:${port}${url}` }).end();
      }
      return response.setHeader('content-type', 'text/html').end(page);
    };
    for (const host of ['p.test', 'www.p.test']) {
      const { site, origin } = await opened({ host, path: '/a?b=1', pages: { '/a?b=1': toBare } });
      expect(site.finalUrl).toBe(`${origin}/a?b=1`);
      expect(site.siteFacts.origin).toBe(origin);
      expect(site.variants).toEqual([origin.replace('p.test', 'www.p.test')]);
    }
  });

  it('follows a page that browsers replace at once, if that leads to another origin', async () => {
    const stub = (target: string) => `<meta http-equiv="refresh" content="0; url=${target}">`;
    const elsewhere = await opened({
      host: 'www.p.test',
      pages: { '/': stub('SITE/new/'), '/new/': page },
    });
    expect(elsewhere.site).toMatchObject({
      finalUrl: `${elsewhere.origin}/new/`,
      siteFacts: { origin: elsewhere.origin },
    });
    const within = await opened({ pages: { '/': stub('/new/'), '/new/': page } });
    expect(within.site.finalUrl).toBe(`${within.origin}/`);
    const gone = await opened({ pages: { '/': stub('http://www.p.test:1/') } });
    expect(gone.site.finalUrl).toBe(`${gone.origin}/`);
  });

  it('knows no variants that show the page themselves', async () => {
    expect((await opened()).site.variants).toEqual([]);
  });

  it.each([
    ['User-agent: *\nDisallow: /', 'disallowed'],
    ['User-agent: sitegrade\nDisallow: /\nUser-agent: *\nAllow: /', 'disallowed'],
    ['User-agent: *\nDisallow: /\nUser-agent: sitegrade\nAllow: /', 'allowed'],
    ['User-agent: *\nDisallow: /other', 'allowed'],
  ])('with %j is %s', async (robots, startPage) => {
    const { opening, requests } = await open({ robots });
    expect(await opening).toMatchObject({ startPage });
    if (startPage !== 'allowed') expect(requests).toEqual(['/', '/robots.txt']);
  });

  it('obeys the rules for the product token of its User-Agent', async () => {
    const robots = 'User-agent: acmebot\nDisallow: /\nCrawl-delay: 2';
    const { opening } = await open({ robots, userAgent: 'AcmeBot/2.0' });
    expect(await opening).toMatchObject({ startPage: 'disallowed' });
  });

  it('is not allowed if robots.txt cannot be fetched', async () => {
    const failing = await open({
      pages: { '/robots.txt': (_request, response) => response.writeHead(500).end() },
    });
    const finalUrl = `${failing.origin}/`;
    expect(await failing.opening).toEqual({ startPage: 'server_error', finalUrl });
    expect(failing.requests).toEqual(['/', '/robots.txt']);
    const reset = await open({ pages: { '/robots.txt': ({ socket }) => socket.destroy() } });
    expect(await reset.opening).toMatchObject({ startPage: 'unknown' });
  });

  it('reads Crawl-delay', async () => {
    const robots = 'User-agent: *\nCrawl-delay: 60\n\nUser-agent: Sitegrade\nCrawl-delay: 0.5';
    expect((await opened({ robots })).site.delayMs).toBe(500);
    const acme = { robots, userAgent: 'Acme/1.0' };
    expect((await opened(acme)).site.delayMs).toBe(10_000);
  });

  it.each([404, 403, 429, 500, 503, 300])('throws if the status is %d', async (status) => {
    const { opening, requests } = await open({
      pages: { '/': (_request, response) => response.writeHead(status).end() },
    });
    expect(await failureOf(opening)).toEqual({
      code: 'page_unreachable',
      reason: status < 500 ? 'http_status' : 'server_error',
      message: `The server responded with status ${status}.`,
    });
    expect(requests).toEqual(['/']);
  });

  it('throws as a report if there is no page', async () => {
    const pdf = await open({
      pages: {
        '/': (_request, response) =>
          response.writeHead(200, { 'content-type': 'application/pdf' }).end(),
      },
    });
    expect(await failureOf(pdf.opening)).toMatchObject({ code: 'page_not_html' });
    const loop = await open({
      pages: { '/': (_request, response) => response.writeHead(301, { location: '/' }).end() },
    });
    expect(await failureOf(loop.opening)).toMatchObject({ reason: 'redirect_loop' });
  });

  it('sends headers with every request to the origin', async () => {
    const withoutLogin: string[] = [];
    const guarded: Respond = ({ headers, url = '' }, response) => {
      if (headers.authorization !== 'Basic YTpi') withoutLogin.push(url);
      return response.setHeader('content-type', 'text/html').end(page);
    };
    const paths = [...sitePaths, '/sitemap.xml'];
    const { requests } = await opened({
      headers: { Authorization: 'Basic YTpi' },
      pages: Object.fromEntries(paths.map((path) => [path, guarded])),
    });
    expect(requests).toEqual(expect.arrayContaining(paths));
    expect(withoutLogin).toEqual(['/']);
    // The page of the www variant, which another host name serves here.
    expect(requests.filter((url) => url.startsWith('//www.'))).toHaveLength(1);
  });

  it('fails if there are headers and the start page redirects to another origin', async () => {
    const logins: string[] = [];
    const toBare: Respond = ({ headers, url = '' }, response) => {
      const [host = '', port] = (headers.host ?? '').split(':');
      if (headers.authorization !== undefined) logins.push(`${host}${url}`);
      if (host === 'www.p.test') {
        return response.writeHead(301, { location: `http://p.test:${port}${url}` }).end();
      }
      return response.setHeader('content-type', 'text/html').end(page);
    };
    const pages = { '/': toBare };
    await expect(
      opened({ host: 'www.p.test', headers: { Authorization: 'Basic YTpi' }, pages }),
    ).rejects.toMatchObject({
      code: 'page_unreachable',
      reason: 'other_origin',
      message: expect.stringMatching(/^The start page leads to http:\/\/p\.test:\d+, but /),
    });
    expect(logins).toEqual(['www.p.test/']);
    expect((await opened({ host: 'www.p.test', pages })).site.startPage).toBe('allowed');
  });

  it('reads only the beginning of the start page', async () => {
    const { site } = await opened({
      pages: {
        '/': (_request, response) => {
          response.setHeader('content-type', 'text/html').write(page + ' '.repeat(64 * 1024));
        },
      },
    });
    expect(site.startPage).toBe('allowed');
  });

  it('throws the reason of its signal', async () => {
    const controller = new AbortController();
    const { opening } = await open({
      signal: controller.signal,
      pages: { '/llms.txt': () => controller.abort(new Error('Stop.')) },
    });
    await expect(opening).rejects.toThrow('Stop.');
  });
});

it('a crawl may request what robots.txt of its origin allows', async () => {
  const robots = 'User-agent: *\nDisallow: /private\nAllow: /private/open$';
  const { site, network, origin } = await opened({ robots });
  const isAllowed = (url: string) =>
    isCrawlAllowed(site.siteFacts, new URL(url, origin), network.userAgent);
  expect(['/', '/a', '/private/open'].map(isAllowed)).toEqual([true, true, true]);
  expect(['/private', '/private/x', 'https://example.com/'].map(isAllowed)).toEqual([
    false,
    false,
    false,
  ]);
});
