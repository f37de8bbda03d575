import type { IncomingMessage, ServerResponse } from 'node:http';
import { SitegradeError } from '@sitegrade/foundation/errors';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnections } from '../fetch/connections.ts';
import { testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import type { FetchLimits } from '../fetch/limits.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { auditPage } from '../report/audit-page.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { auditCrawlPage, type CrawlPageOptions, requestImage } from './crawl-page.ts';
import { openSite } from './open-site.ts';

const now = () => new Date('2026-01-01T00:00:00Z');
const randomBytes = (size: number) => new Uint8Array(size);

const html = (body: string, head = '') =>
  `<!doctype html><html lang=en><head><title>Bolts and nuts</title>${head}</head><body>${body}`;

/** A page that refers to other URLs in every way that reports sample. */
const fullPage = html(
  `<h1>Bolts</h1><a href="/other">Other</a><a href="https://example.com/">Far</a>
   <img src="/a.png" alt="A bolt"><img src="/b.jpg" alt="A nut"><script src="/a.js"></script>`,
  `<link rel=canonical href="/canonical"><link rel=icon href="/icon.png">
   <link rel=stylesheet href="/a.css"><meta property="og:image" content="/og.png">
   <link rel=alternate hreflang=de href="/de"><link rel=alternate hreflang=en href="/full">`,
);

type Respond = string | ((response: ServerResponse, request: IncomingMessage) => unknown);

/** Starts a site, opens it, and forgets the requests so far. Other URLs do not exist. */
async function crawl(
  pages: Readonly<Record<string, Respond>>,
  changes: Partial<CrawlPageOptions> = {},
) {
  const requests: string[] = [];
  const server = await startHttp((request, response) => {
    const { url = '' } = request;
    requests.push(url);
    const page = pages[url] ?? (url === '/' ? html('Start') : undefined);
    if (typeof page === 'function') return page(response, request);
    if (page === undefined) return response.writeHead(404).end();
    return response.setHeader('content-type', 'text/html').end(page);
  });
  const network = testNetwork({ allowAddresses: ['127.0.0.1'] });
  const connections = createConnections(network);
  onTestFinished(() => connections.close());
  const given = { connections, now, randomBytes };
  const site = await openSite(parseTarget(server.url, network), { ...given, atOnce: 2 });
  if (site.startPage !== 'allowed') throw new Error(site.startPage);
  requests.length = 0;
  const { siteFacts } = site;
  const options = {
    ...given,
    siteFacts,
    ruleset: defaultRuleset,
    expectIndexable: true,
    ...changes,
  };
  const url = (path: string) => new URL(path, server.url);
  return {
    requests,
    server,
    url,
    siteFacts,
    network,
    audit: (path: string) => auditCrawlPage(url(path), options),
    image: (path: string) => requestImage(url(path), options),
  };
}

describe('a page of a crawl', () => {
  it('that browsers replace at once is a redirect', async () => {
    const stub = (content: string) =>
      html(
        'Moved',
        `<meta http-equiv=refresh content="${content}"><meta name=robots content=noindex>`,
      );
    const { audit, url } = await crawl({
      '/old': stub('0; url=/new?utm_source=old#top'),
      '/slow': stub('3; url=/new'),
      '/self': stub('0'),
    });
    expect(await audit('/old')).toEqual({
      kind: 'redirected',
      httpStatus: 200,
      location: url('/new?utm_source=old').href,
    });
    expect((await audit('/slow')).kind).toBe('audited');
    expect((await audit('/self')).kind).toBe('audited');
  });

  it('costs one request', async () => {
    const { audit, requests } = await crawl({ '/full': fullPage });
    const page = await audit('/full');
    expect(requests).toEqual(['/full']);
    expect(page).toMatchObject({
      kind: 'audited',
      audit: { httpStatus: 200, title: 'Bolts and nuts' },
      outline: { title: 'Bolts and nuts', h1: 'Bolts', externalLinks: 1 },
    });
  });

  it('has no results of checks that read samples, and is not partial', async () => {
    const { audit, network, url } = await crawl({ '/full': fullPage });
    const page = await audit('/full');
    if (page.kind !== 'audited') throw new Error(page.kind);
    const { checks, partial, coverage } = page.audit;
    expect({ partial, coverage }).toEqual({ partial: false, coverage: 1 });
    // Links to the site are assumed to work until its crawl ends; readers do not see that (`withoutAssumptions`).
    const assumed = ['links-broken', 'links-redirect'];
    expect(assumed.map((id) => checks[id]?.status)).toEqual(['pass', 'pass']);
    const skipped = Object.entries(checks)
      .filter(([, { summary }]) => summary.startsWith('Not checked: a crawl does not request '))
      .map(([id]) => id);
    expect(skipped.sort()).toEqual(
      defaultRuleset.checks
        .filter(({ id, samples }) => samples !== undefined && !assumed.includes(id))
        .map(({ id }) => id)
        .sort(),
    );
    expect(new Set(skipped.map((id) => checks[id]?.status))).toEqual(new Set(['na']));
    // All other checks have the results of a report, except for its time.
    const apart = [...skipped, ...assumed, 'ttfb'];
    const options = { network, now, randomBytes, ruleset: defaultRuleset, expectIndexable: true };
    const report = await auditPage(parseTarget(url('/full').href, network), options);
    const resultsOf = (all: typeof checks) =>
      Object.entries(all)
        .filter(([id]) => !apart.includes(id))
        .map(([id, { status, summary }]) => ({ id, status, summary }));
    expect(resultsOf(checks)).toEqual(resultsOf(report.audit.checks));
    const { samples, ...outline } = page.outline;
    expect(Object.keys(samples ?? {}).sort()).toEqual(['canonical', 'images', 'links']);
    // What a fix gains depends on the other findings.
    const { findings, ...others } = report.outline;
    expect(outline).toEqual({ ...others, findings: expect.anything() });
    expect(Object.keys(outline.findings).toSorted()).toEqual(
      Object.keys(findings)
        .filter((id) => !apart.includes(id))
        .toSorted(),
    );
  });

  it('has the results of a report for what needs no samples', async () => {
    const { audit, requests } = await crawl({ '/plain': html('Bolts') });
    const page = await audit('/plain');
    if (page.kind !== 'audited') throw new Error(page.kind);
    const { checks } = page.audit;
    expect(checks['links-broken']).toMatchObject({ status: 'na' });
    expect(checks['links-broken']?.summary).not.toMatch(/crawl/);
    // The icon of the site was requested once.
    expect(checks.favicon?.status).toBe('fail');
    expect(requests).toEqual(['/plain']);
  });

  it.each([301, 302, 303, 307, 308])('that redirects with %d is not followed', async (status) => {
    const { audit, requests, url } = await crawl({
      '/old': (response) => response.writeHead(status, { location: '/n%65w?#x' }).end('moved'),
    });
    const location = url('/new').href;
    expect(await audit('/old')).toEqual({ kind: 'redirected', httpStatus: status, location });
    expect(requests).toEqual(['/old']);
  });

  it('may redirect to itself or to another site', async () => {
    const { audit, url } = await crawl({
      '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
      '/far': (response) => response.writeHead(302, { location: 'http://192.168.0.1/x' }).end(),
    });
    expect(await audit('/loop')).toMatchObject({ location: url('/loop').href });
    // The engine decides where the crawl goes; nothing was requested there.
    expect(await audit('/far')).toMatchObject({ location: 'http://192.168.0.1/x' });
  });

  it('with credentials in its Location has failed, and stores none', async () => {
    const { audit } = await crawl({
      '/old': (response) =>
        response.writeHead(301, { location: 'http://ann:s3cret@127.0.0.1/' }).end(),
    });
    const page = await audit('/old');
    expect(page).toMatchObject({ kind: 'failed', httpStatus: 301, isRefusal: false });
    expect(page).toHaveProperty('error.reason', 'url_userinfo');
    expect(JSON.stringify(page)).not.toContain('s3cret');
  });

  it.each([
    ['', 'redirect_invalid'],
    ['http://[', 'redirect_invalid'],
    ['mailto:ann@example.com', 'redirect_invalid'],
    [`/${'x'.repeat(2_048)}`, 'redirect_too_long'],
  ])('with Location “%.20s” has failed: %s', async (location, reason) => {
    const { audit } = await crawl({
      '/old': (response) => response.writeHead(301, { location }).end(),
    });
    expect(await audit('/old')).toEqual({
      kind: 'failed',
      httpStatus: 301,
      error: { code: 'too_many_redirects', message: expect.any(String), reason },
      isRefusal: false,
    });
  });

  it.each([
    [300, false],
    [304, false],
    [401, false],
    [403, true],
    [404, false],
    [410, false],
    [500, false],
    [502, false],
  ])('with status %d has failed; a refusal: %s', async (status, isRefusal) => {
    let bytes = 0;
    const { audit, server } = await crawl({
      '/x': (response) => {
        response.writeHead(status, { 'content-type': 'text/html' });
        if (status !== 304) response.write('x'.repeat(100));
        response.end();
        bytes = 100;
      },
    });
    const before = server.connections();
    expect(await audit('/x')).toEqual({
      kind: 'failed',
      httpStatus: status,
      error: {
        code: 'page_unreachable',
        message: `The server responded with status ${status}.`,
        reason: status < 500 ? 'http_status' : 'server_error',
      },
      isRefusal,
    });
    expect(bytes).toBe(100);
    // The connection is used again.
    await audit('/x');
    expect(server.connections()).toBe(before);
  });

  it.each([301, 302, 303, 307, 308])(
    'with status %d and no Location has failed',
    async (status) => {
      const { audit } = await crawl({ '/x': (response) => response.writeHead(status).end() });
      expect(await audit('/x')).toMatchObject({
        kind: 'failed',
        httpStatus: status,
        error: { message: expect.stringContaining('without the Location header') },
      });
    },
  );

  it.each([429, 503])('with status %d is throttled', async (status) => {
    const { audit } = await crawl({
      '/seconds': (response) => response.writeHead(status, { 'retry-after': '7' }).end(),
      '/date': (response) =>
        response.writeHead(status, { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }).end(),
      '/none': (response) => response.writeHead(status).end(),
    });
    const reason = status === 503 ? 'server_error' : 'http_status';
    const error = { code: 'page_unreachable', reason, message: expect.any(String) };
    const throttled = { kind: 'throttled', httpStatus: status, error };
    expect(await audit('/seconds')).toEqual({ ...throttled, retryAfterMs: 7_000 });
    expect(await audit('/date')).toEqual({ ...throttled, retryAfterMs: 60_000 });
    expect(await audit('/none')).toEqual({ ...throttled, retryAfterMs: null });
  });

  it('that is not HTML is not read', async () => {
    const { audit } = await crawl({
      '/a.pdf': (response) =>
        response.writeHead(200, { 'content-type': 'application/pdf' }).write('%PDF'),
      '/data': (response) => response.end('{"a":1}'),
      '/page': (response) => response.end('<!doctype html><title>A</title>'),
    });
    expect(await audit('/a.pdf')).toEqual({ kind: 'not_html', httpStatus: 200 });
    expect(await audit('/data')).toEqual({ kind: 'not_html', httpStatus: 200 });
    expect(await audit('/page')).toMatchObject({ kind: 'audited' });
  });

  it('that tests whether the client is a browser is a refusal', async () => {
    const { audit } = await crawl({
      '/wall': (response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
          .end(html('Wait')),
    });
    expect(await audit('/wall')).toMatchObject({
      kind: 'failed',
      httpStatus: 200,
      error: { reason: 'request_refused' },
      isRefusal: true,
    });
  });

  it('without a response has failed', async () => {
    const { audit, server } = await crawl({
      '/reset': (_response, request) => request.socket.destroy(),
      '/invalid': (_response, request) => request.socket.end('nonsense\r\n\r\n'),
    });
    const failed = { kind: 'failed', httpStatus: null };
    expect(await audit('/reset')).toMatchObject({
      ...failed,
      error: { code: 'page_unreachable', reason: 'connection_closed' },
      isRefusal: true,
    });
    expect(await audit('/invalid')).toMatchObject({
      ...failed,
      error: { reason: 'http_protocol_error' },
      isRefusal: false,
    });
    await server.close();
    expect(await audit('/x')).toMatchObject({
      ...failed,
      error: { reason: 'connect_refused' },
      isRefusal: true,
    });
  });

  it('has its own limits', async () => {
    const { url, siteFacts } = await crawl({
      '/slow': () => {},
      '/drip': (response) => response.setHeader('content-type', 'text/html').write('<p>'),
      '/deep': html('<b><font size=1><i>'.repeat(100_000)),
    });
    const audit = async (path: string, limits: Partial<FetchLimits>) => {
      const connections = createConnections(testNetwork({ allowAddresses: ['127.0.0.1'], limits }));
      onTestFinished(() => connections.close());
      const options = {
        connections,
        siteFacts,
        now,
        ruleset: defaultRuleset,
        expectIndexable: true,
      };
      return auditCrawlPage(url(path), options);
    };
    for (const limits of [{ totalMs: 200 }, { headersMs: 200 }]) {
      expect(await audit('/slow', limits)).toMatchObject({
        error: { code: 'page_timed_out' },
        isRefusal: true,
      });
    }
    expect(await audit('/drip', { bodyIdleMs: 200 })).toMatchObject({
      error: { code: 'page_timed_out', reason: 'body_timeout' },
      isRefusal: false,
    });
    expect(await audit('/deep', { cpuMs: 1 })).toMatchObject({
      error: { code: 'page_too_complex' },
      isRefusal: false,
    });
  });

  it('throws the reason of its signal, and errors of our side', async () => {
    const controller = new AbortController();
    const reason = new SitegradeError('page_timed_out', 'Stop.');
    const { audit, siteFacts } = await crawl(
      { '/slow': () => controller.abort(reason) },
      { signal: controller.signal },
    );
    await expect(audit('/slow')).rejects.toBe(reason);
    const connections = createConnections(testNetwork());
    await connections.close();
    const options = { connections, siteFacts, now, ruleset: defaultRuleset, expectIndexable: true };
    const elsewhere = new URL('https://example.com/');
    await expect(auditCrawlPage(elsewhere, options)).rejects.toThrow(TypeError);
    const startPage = new URL(siteFacts.origin);
    await expect(auditCrawlPage(startPage, options)).rejects.toThrow('The connections are closed.');
  });
});

describe('an image', () => {
  it.each([
    [200, 'found'],
    [404, 'failed'],
    [410, 'failed'],
    [500, 'failed'],
    [502, 'failed'],
    [401, 'unknown'],
    [403, 'unknown'],
    [405, 'unknown'],
  ])('with status %d is %s', async (httpStatus, kind) => {
    const { image, requests } = await crawl({
      '/a.png': (response) => response.writeHead(httpStatus).end('png'),
    });
    expect(await image('/a.png')).toMatchObject({ kind, httpStatus });
    expect(requests).toEqual(['/a.png']);
  });

  it('is not read', async () => {
    const { image } = await crawl({ '/a.png': (response) => response.write('endless') });
    expect(await image('/a.png')).toEqual({ kind: 'found', httpStatus: 200 });
  });

  it('may redirect, be throttled, or not respond', async () => {
    const { image, server } = await crawl({
      '/old.png': (response) => response.writeHead(301, { location: '/a.png' }).end(),
      '/a.png': (response) => response.end('png'),
      '/loop.png': (response) => response.writeHead(301, { location: '/loop.png' }).end(),
      '/busy.png': (response) => response.writeHead(503, { 'retry-after': '3' }).end(),
      '/private.png': (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      '/reset.png': (_response, request) => request.socket.destroy(),
    });
    expect(await image('/old.png')).toEqual({ kind: 'found', httpStatus: 200 });
    expect(await image('/loop.png')).toMatchObject({
      kind: 'failed',
      httpStatus: null,
      error: { code: 'page_unreachable', reason: 'redirect_loop' },
    });
    expect(await image('/busy.png')).toMatchObject({ kind: 'throttled', retryAfterMs: 3_000 });
    expect(await image('/private.png')).toMatchObject({
      kind: 'unknown',
      httpStatus: null,
      error: { reason: 'address_blocked' },
    });
    expect(await image('/reset.png')).toMatchObject({
      kind: 'unknown',
      error: { reason: 'connection_closed' },
    });
    await server.close();
    expect(await image('/a.png')).toMatchObject({
      kind: 'unknown',
      error: { reason: 'connect_refused' },
    });
  });

  it('throws the reason of its signal', async () => {
    const controller = new AbortController();
    const { image } = await crawl(
      { '/a.png': () => controller.abort(new Error('Stop.')) },
      { signal: controller.signal },
    );
    await expect(image('/a.png')).rejects.toThrow('Stop.');
  });
});
