import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createConnections } from '../fetch/connections.ts';
import { failureOf, testNetwork } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { parseTarget } from '../fetch/parse-target.ts';
import { stopTime } from '../fixtures/fake-time.ts';
import { siteFiles } from '../probes/probe-facts.ts';
import { createSharedResults } from '../probes/shared-results.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { type AuditOptions, auditPage } from './audit-page.ts';

const network = testNetwork({ allowAddresses: ['127.0.0.1'] });

const options = {
  network,
  now: () => new Date('2026-01-01T00:00:00Z'),
  randomBytes: (size: number) => new Uint8Array(size),
  ruleset: defaultRuleset,
  expectIndexable: true,
};

const missingPage = `/sitegrade-${'00'.repeat(12)}`;

/** A page without links and resources. */
const plainPage = '<!doctype html><html lang=en><title>Bolts and nuts</title><p>Bolts';

type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Starts a site, and records the paths that are requested. By default, all are pages. */
async function startSite(pages: Readonly<Record<string, string | Respond>> = {}) {
  const requests: string[] = [];
  const server = await startHttp((request, response) => {
    const { url = '' } = request;
    requests.push(url);
    const page = pages[url];
    if (typeof page === 'function') return page(request, response);
    if (page === undefined) return response.writeHead(404).end();
    return response.setHeader('content-type', 'text/html').end(page);
  });
  const report = async (
    given: Partial<Pick<AuditOptions, 'network' | 'connections' | 'joinBatch' | 'headers'>> & {
      path?: string;
    } = {},
  ) => {
    const target = parseTarget(new URL(given.path ?? '/', server.url).href, network);
    return (await auditPage(target, { ...options, ...given })).audit;
  };
  return { server, requests, report };
}

/** A page that static site generators write for a URL that has moved. */
const stubTo = (url: string) =>
  `<!doctype html><title>Redirecting</title><meta http-equiv="refresh" content="0; url=${url}"><meta name="robots" content="noindex">`;

describe('a page that browsers replace at once', () => {
  it('is followed as a redirect, of which the report shows the step', async () => {
    const { server, requests, report } = await startSite({
      '/old': stubTo('/older#top'),
      '/older': stubTo('./'),
      '/': plainPage,
    });
    const audit = await report({ path: '/old' });
    const at = (path: string) => new URL(path, server.url).href;
    expect([audit.finalUrl, audit.title]).toEqual([at('/'), 'Bolts and nuts']);
    const ms = expect.any(Number);
    expect(audit.page.redirects).toEqual([
      { url: at('/old'), status: 200, location: at('/older'), ms },
      { url: at('/older'), status: 200, location: at('/'), ms },
    ]);
    expect(audit.checks['indexable-meta']?.status).toBe('pass');
    expect(audit.checks['redirect-type']).toMatchObject({
      status: 'warn',
      evidence: [{ text: `${at('/old')} → ${at('/older')}` }, { kind: 'url' }],
    });
    expect(audit.checks.redirects?.evidence[0]?.text).toBe(
      `refresh ${at('/old')} → ${at('/older')}`,
    );
    expect(requests.filter((path) => path === '/robots.txt')).toHaveLength(1);
  });

  it('on another origin brings the robots.txt of that origin, without the headers of the first', async () => {
    const seen: (string | undefined)[] = [];
    const target = await startSite({
      '/': ({ headers }, response) => {
        seen.push(headers.authorization);
        response.setHeader('content-type', 'text/html').end(plainPage);
      },
    });
    const { server } = await startSite({ '/': stubTo(target.server.url) });
    const { audit } = await auditPage(parseTarget(server.url, network), {
      ...options,
      headers: { authorization: 'Basic abc' },
    });
    expect(audit.finalUrl).toBe(new URL(target.server.url).href);
    expect(target.requests).toContain('/robots.txt');
    expect(seen.every((value) => value === undefined)).toBe(true);
  });

  it.each<[string, string | null]>([
    ['cannot be fetched', 'http://127.0.0.1:1/'],
    ['is a private address', 'http://10.0.0.1/'],
    ['is not a page', '/data.json'],
    ['is itself', '/'],
    ['is none', null],
  ])('is read itself where its target %s', async (_, to) => {
    const { report } = await startSite({
      '/':
        to === null
          ? (_request, response) => {
              response.writeHead(404, { 'content-type': 'text/html' }).end(stubTo('/a'));
            }
          : stubTo(to),
      '/data.json': (_request, response) =>
        response.setHeader('content-type', 'text/json').end('{}'),
      '/a': plainPage,
    });
    expect((await report()).title).toBe('Redirecting');
  });

  it('is not followed in a circle, nor without an end', async () => {
    const circle = await startSite({ '/': stubTo('/b'), '/b': stubTo('/c'), '/c': stubTo('/b') });
    expect((await circle.report()).page.redirects).toHaveLength(2);
    const pages = Array.from({ length: 20 }, (_, at) => [`/${at}`, stubTo(`/${at + 1}`)]);
    const endless = await startSite(Object.fromEntries(pages));
    expect((await endless.report({ path: '/0' })).page.redirects).toHaveLength(5);
  });
});

describe('connections', () => {
  it('of the caller are used, and left open', async () => {
    const { server, report } = await startSite({ '/': plainPage });
    const connections = createConnections(network);
    onTestFinished(() => connections.close());
    await report({ connections });
    const first = server.connections();
    expect(server.open()).toBeGreaterThan(0);
    await report({ connections });
    expect(server.connections() - first).toBeLessThan(first);
    await connections.close();
    await expect.poll(() => server.open()).toBe(0);
  });

  it('of a report are closed', async () => {
    const { server, report } = await startSite({ '/': plainPage });
    await report();
    await expect.poll(() => server.open()).toBe(0);
  });
});

describe('without waiting for each other', () => {
  it('the page and robots.txt are requested', async () => {
    let sendPage = () => {};
    const { report } = await startSite({
      '/': (_request, response) => {
        sendPage = () => response.setHeader('content-type', 'text/html').end(plainPage);
      },
      '/robots.txt': (_request, response) => {
        sendPage();
        response.end('User-agent: *\nDisallow: /');
      },
    });
    const { checks } = await report();
    expect(checks['indexable-robots-txt']?.status).toBe('fail');
  });

  it('the body of the page is received and its site is requested', async () => {
    const awaited = new Set(['/sitemap.xml', ...Object.values(siteFiles), missingPage]);
    let endPage = () => {};
    const respond: Respond = ({ url = '' }, response) => {
      awaited.delete(url);
      if (awaited.size === 0) endPage();
      response.writeHead(404).end();
    };
    const { report } = await startSite({
      ...Object.fromEntries([...awaited].map((path) => [path, respond])),
      '/': (_request, response) => {
        response.setHeader('content-type', 'text/html').write(plainPage);
        endPage = () => response.end();
      },
    });
    expect((await report()).httpStatus).toBe(200);
    expect(awaited.size).toBe(0);
  });

  it('what the page refers to is requested', async () => {
    const paths = ['/icon.png', '/style.css', '/script.js', '/share.png', '/image.png', '/link'];
    const waiting = new Set<() => void>();
    const respond: Respond = (_request, response) => {
      waiting.add(() => response.writeHead(404).end());
      if (waiting.size === paths.length) for (const send of waiting) send();
    };
    const { report } = await startSite({
      ...Object.fromEntries(paths.map((path) => [path, respond])),
      '/': `${plainPage}<link rel=icon href=/icon.png><link rel=stylesheet href=/style.css>
        <script src=/script.js></script><meta property=og:image content=/share.png>
        <img src=/image.png alt="A bolt"><a href=/link>Nuts</a>`,
    });
    await report();
    expect(waiting.size).toBe(paths.length);
  });
});

describe('robots.txt', () => {
  it('of the first origin is not used after a redirect to another one', async () => {
    const other = await startSite({ '/': plainPage, '/robots.txt': 'User-agent: *\nAllow: /' });
    const { requests, report } = await startSite({
      '/': (_request, response) => response.writeHead(301, { location: other.server.url }).end(),
      '/robots.txt': 'User-agent: *\nDisallow: /',
    });
    const { checks } = await report();
    expect(checks['indexable-robots-txt']?.status).toBe('pass');
    expect(requests.sort()).toEqual(['/', '/robots.txt']);
    expect(other.requests.filter((path) => path === '/robots.txt')).toHaveLength(1);
  });

  it('is requested once if the page redirects within its origin', async () => {
    const { requests, report } = await startSite({
      '/': (_request, response) => response.writeHead(301, { location: '/home' }).end(),
      '/home': plainPage,
    });
    await report();
    expect(requests.filter((path) => path === '/robots.txt')).toHaveLength(1);
  });

  it('that stalls does not delay the error of the page', async () => {
    const { server, report } = await startSite({
      '/': (_request, response) => response.setHeader('content-type', 'image/png').end('x'),
      '/robots.txt': () => {},
    });
    // No limit of time ends the request for robots.txt.
    stopTime();
    const limits = { totalMs: 600_000, headersMs: 600_000 };
    const patient = testNetwork({ allowAddresses: ['127.0.0.1'], limits });
    const failure = failureOf(report({ network: patient }));
    expect(await failure).toMatchObject({ code: 'page_not_html' });
    await expect.poll(() => server.open()).toBe(0);
  });

  it('is not requested from an address that is not permitted', async () => {
    const { server } = await startSite();
    const strict = testNetwork();
    const audit = auditPage(parseTarget(server.url, strict), { ...options, network: strict });
    expect(await failureOf(audit)).toMatchObject({ reason: 'address_blocked' });
    expect(server.connections()).toBe(0);
  });
});

describe('reports of a batch', () => {
  const sitemap = (origin: string, ...paths: readonly string[]) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
      .map((path) => `<url><loc>${origin}${path}</loc></url>`)
      .join('')}</urlset>`;

  const shared =
    '<link rel=stylesheet href=/style.css><meta property=og:image content=/card.png><img src=/logo.png alt="">';

  /** A site with two pages that have the same links and resources, and a batch of reports on it. */
  async function startBatch() {
    const site = await startSite({
      '/': `${plainPage}${shared}<a href=/a>About bolts</a>`,
      '/a': `${plainPage}${shared}<a href=/a>About bolts</a><a href=/>Home</a>`,
      '/b': plainPage,
      '/c': plainPage,
      '/robots.txt': 'User-agent: *\nDisallow: /b',
      '/sitemap.xml': ({ headers }, response) =>
        response.end(sitemap(`http://${headers.host}`, '/', '/a')),
      '/favicon.ico': (_request, response) =>
        response.setHeader('content-type', 'image/x').end('x'),
    });
    let ms = 0;
    const clock = { now: () => new Date(ms), monotonicMs: () => ms };
    const results = createSharedResults(clock);
    const joinBatch = (signal: AbortSignal) => results.join('a', signal);
    const pass = (passed: number) => {
      ms += passed;
    };
    return { ...site, joinBatch, pass };
  }

  const ofSite = [
    '/favicon.ico',
    '/robots.txt',
    ...Object.values(siteFiles),
    missingPage,
    '/sitemap.xml',
  ];

  it('request only the page, the second time also all sitemaps', async () => {
    const { requests, report, joinBatch, pass } = await startBatch();
    const first = await report({ joinBatch });
    expect(first.page).not.toHaveProperty('oldestSharedAt');
    // Each page again, as a script of another site requests it.
    const ofPages = ['/style.css', '/card.png', '/logo.png', '/a'];
    expect(requests.toSorted()).toEqual([...ofSite, ...ofPages, '/', '/'].toSorted());
    requests.length = 0;
    pass(2_000);
    expect((await report({ joinBatch, path: '/a' })).page.oldestSharedAt).toBe(
      '1970-01-01T00:00:00.000Z',
    );
    expect(requests.toSorted()).toEqual(['/', '/a', '/a', '/sitemap.xml']);
    requests.length = 0;
    await report({ joinBatch, path: '/c' });
    expect(requests).toEqual(['/c', '/c']);
  });

  it('request everything again after a minute', async () => {
    const { requests, report, joinBatch, pass } = await startBatch();
    await report({ joinBatch });
    const before = requests.toSorted();
    requests.length = 0;
    pass(60_000);
    expect((await report({ joinBatch })).page).not.toHaveProperty('oldestSharedAt');
    expect(requests.toSorted()).toEqual(before);
  });

  it('request everything again if they have headers', async () => {
    const { requests, report, joinBatch } = await startBatch();
    await report({ joinBatch });
    const before = requests.toSorted();
    for (const by of ['with', 'without'] as const) {
      requests.length = 0;
      const headers = by === 'with' ? { authorization: 'Basic abc' } : {};
      const { page } = await report({ joinBatch, headers });
      expect(page.oldestSharedAt === undefined).toBe(by === 'with');
      if (by === 'with') expect(requests.toSorted()).toEqual(before);
      else expect(requests).not.toContain('/robots.txt');
    }
  });

  it.each(['/', '/a', '/b', '/c'])(
    'have the same results for %s as a report that shares nothing',
    async (path) => {
      const { report, joinBatch } = await startBatch();
      for (const earlier of ['/c', '/a']) await report({ joinBatch, path: earlier });
      const [sharing, separate] = [await report({ joinBatch, path }), await report({ path })];
      const results = ({ checks }: typeof separate) =>
        Object.entries(checks)
          .filter(([id]) => id !== 'ttfb')
          .map(([id, { status, summary }]) => ({ id, status, summary }));
      expect(results(sharing)).toEqual(results(separate));
      const expected = { '/': 'pass', '/a': 'pass', '/b': 'na', '/c': 'fail' }[path];
      expect(separate.checks['sitemap-contains-url']?.status).toBe(expected);
    },
  );

  it('share nothing of the site of a URL that redirects to another', async () => {
    const { server, requests, report, joinBatch } = await startBatch();
    const other = await startSite({
      '/': (_request, response) => response.writeHead(301, { location: server.url }).end(),
      '/b': plainPage,
    });
    await report({ joinBatch });
    requests.length = 0;
    const moved = await other.report({ joinBatch });
    expect(moved.checks['sitemap-contains-url']?.status).toBe('pass');
    expect(other.requests.toSorted()).toEqual(['/', '/robots.txt']);
    expect(requests.toSorted()).toEqual(['/', '/', '/sitemap.xml']);
    other.requests.length = 0;
    await other.report({ joinBatch, path: '/b' });
    expect(other.requests).toContain('/sitemap.xml');
  });

  it('have what one of them requests at the same time, and go on if that one fails', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const site = await startSite({
      '/': plainPage,
      '/broken': ({ socket }) => void answered.then(() => socket.destroy()),
      '/robots.txt': (_request, response) => void answered.then(() => response.end('')),
    });
    const results = createSharedResults({ now: () => new Date(0), monotonicMs: () => 0 });
    const joinBatch = (signal: AbortSignal) => results.join('a', signal);
    const broken = site.report({ joinBatch, path: '/broken' });
    const others = [site.report({ joinBatch }), site.report({ joinBatch })];
    await vi.waitFor(() => expect(site.requests.filter((path) => path === '/')).toHaveLength(2));
    answer();
    await expect(broken).rejects.toMatchObject({ code: 'page_unreachable' });
    for (const audit of await Promise.all(others)) {
      expect(audit.checks['robots-txt-fetch']?.status).toBe('pass');
      expect(audit.checks['not-found-status']?.status).toBe('pass');
    }
    for (const path of [...Object.values(siteFiles), missingPage]) {
      expect(site.requests.filter((requested) => requested === path)).toEqual([path]);
    }
  });
});
