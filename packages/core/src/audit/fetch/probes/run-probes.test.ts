import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { testFetcher } from '../fixtures/fetching.ts';
import { startHttp } from '../fixtures/servers.ts';
import { parseRobotsTxt } from '../robots-rules.ts';
import type { RobotsTxt } from '../robots-txt.ts';
import type { ProbeTimes } from './prober.ts';
import { runProbes } from './run-probes.ts';

/** A site for a test, and the page that is probed. */
interface ProbedSite {
  readonly html?: string;
  /** Answers; what it leaves unanswered stays so. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => unknown;
  readonly robots?: string | RobotsTxt;
  readonly allow?: readonly string[];
  readonly times?: ProbeTimes;
  readonly signal?: AbortSignal;
}

async function probe(site: ProbedSite) {
  const asked: string[] = [];
  const server = await startHttp((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (site.answer) site.answer(request, response);
    else response.writeHead(404).end();
  });
  const allowAddresses = [`127.0.0.1:${server.port}`, ...(site.allow ?? [])];
  const url = `${server.url}dir/page`;
  const facts = await runProbes({
    fetcher: testFetcher({ allowAddresses }, site.signal),
    page: await readPage(Buffer.from(`<!doctype html>${site.html ?? ''}`), 'text/html'),
    response: { url, finalUrl: url },
    robots: robotsOf(site.robots),
    userAgent: 'Mozilla/5.0 (compatible; sitegrade)',
    randomBytes: (size) => new Uint8Array(size).fill(0xab),
    ...(site.times !== undefined && { times: site.times }),
  });
  return { ...facts, asked, server };
}

function robotsOf(robots: ProbedSite['robots']): RobotsTxt {
  if (robots === undefined) return { kind: 'none', status: 404 };
  if (typeof robots !== 'string') return robots;
  const rules = parseRobotsTxt(Buffer.from(robots));
  return { kind: 'found', url: 'http://p.test/robots.txt', rules, contentType: null };
}

describe('a page that does not exist', () => {
  it('is asked for at the root, by a random name', async () => {
    const { asked, missingPage } = await probe({});
    const path = `/sitegrade-${'ab'.repeat(12)}`;
    expect(asked).toContain(`GET ${path}`);
    expect(missingPage).toMatchObject({ kind: 'answered', status: 404 });
  });

  it('is known by what redirects lead to', async () => {
    const { missingPage } = await probe({
      answer: ({ url }, response) => {
        if (url === '/') response.end('<p>Home');
        else response.writeHead(302, { location: '/' }).end();
      },
    });
    expect(missingPage).toMatchObject({ status: 200 });
    if (missingPage.kind === 'answered') expect(missingPage.finalUrl).not.toBe(missingPage.url);
  });

  it('costs its own time where nothing answers, and no body is waited for', async () => {
    const slow = await probe({ answer: () => {}, times: { eachMs: 200, totalMs: 400 } });
    expect(slow.missingPage).toMatchObject({ kind: 'failed', reason: 'fetch_timeout' });
    const endless = await probe({ answer: (_request, response) => response.write('<p>') });
    expect(endless.missingPage).toMatchObject({ kind: 'answered', status: 200 });
  });
});

describe('the icon', () => {
  const png = (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'image/png; x=y', 'content-length': '9' }).end();

  it('is /favicon.ico where the page declares none', async () => {
    const { favicons, asked, server } = await probe({ answer: png });
    expect(asked).toContain('HEAD /favicon.ico');
    expect(favicons).toEqual([
      {
        tag: null,
        probe: {
          kind: 'answered',
          url: `${server.url}favicon.ico`,
          finalUrl: `${server.url}favicon.ico`,
          status: 200,
          contentType: 'image/png',
          bytes: 9,
        },
      },
    ]);
  });

  it('is what the page declares, up to the first that is one', async () => {
    const { asked, favicons } = await probe({
      html: `<base href="/b/"><link rel="stylesheet icon" href=gone.ico>
        <link rel="SHORTCUT ICON" href=here.ico><link rel=icon href=never.ico>`,
      answer: (request, response) =>
        request.url === '/b/here.ico' ? png(request, response) : response.writeHead(404).end(),
    });
    expect(asked.filter((line) => line.startsWith('HEAD'))).toEqual([
      'HEAD /b/gone.ico',
      'HEAD /b/here.ico',
    ]);
    expect(favicons.map(({ probe }) => 'status' in probe && probe.status)).toEqual([404, 200]);
  });

  it('may be in the page itself', async () => {
    const { asked, favicons } = await probe({ html: '<link rel=icon href="data:,">' });
    expect(favicons).toMatchObject([{ probe: { kind: 'inline' } }]);
    expect(asked).toHaveLength(1);
  });
});

describe('links', () => {
  const anchors = (...hrefs: readonly string[]) =>
    hrefs.map((href) => `<a href="${href}">x</a>`).join('\n');
  const linksAsked = ({ asked }: { readonly asked: readonly string[] }) =>
    asked.filter((line) => !/sitegrade-|favicon/.test(line));

  it('are asked for once each, and those to the page itself never', async () => {
    const found = await probe({
      html: anchors(
        '/a#x',
        '/a',
        '../a',
        'page#top',
        '#',
        '',
        'mailto:a@p.test',
        'javascript:void(0)',
        'tel:1',
        'ftp://p.test/',
        'http://[',
        '/dir/p%61ge',
        'b',
      ),
      answer: (_request, response) => response.end(),
    });
    expect(linksAsked(found).sort()).toEqual(['HEAD /a', 'HEAD /dir/b']);
    expect(found.links).toMatchObject({ internal: 2, external: 0 });
    expect(found.links.sample.map(({ tag }) => tag.line)).toEqual([1, 13]);
  });

  it('are a sample of ten, spread over the page, and always the same', async () => {
    const html = anchors(...Array.from({ length: 100 }, (_, index) => `/${index}`));
    const once = await probe({ html, answer: (_request, response) => response.end() });
    const again = await probe({ html, answer: (_request, response) => response.end() });
    const paths = once.links.sample.map(({ probe }) => new URL(probe.url).pathname);
    expect(paths).toEqual(['/0', '/10', '/20', '/30', '/40', '/50', '/60', '/70', '/80', '/90']);
    expect(again.links.sample.map(({ tag }) => tag)).toEqual(
      once.links.sample.map(({ tag }) => tag),
    );
    expect(once.links.internal).toBe(100);
  });

  it('are five to other hosts at most, of which no robots.txt is asked for', async () => {
    const asked: string[] = [];
    const other = await startHttp((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end();
    });
    const html = anchors(...Array.from({ length: 20 }, (_, index) => `${other.url}${index}`));
    const { links } = await probe({ html, allow: [`127.0.0.1:${other.port}`] });
    expect(links).toMatchObject({ internal: 0, external: 20 });
    expect(asked.sort()).toEqual(['HEAD /0', 'HEAD /12', 'HEAD /16', 'HEAD /4', 'HEAD /8']);
  });

  it.each([400, 403, 404, 405, 500, 501])('that refuse HEAD with %i get a GET', async (status) => {
    const found = await probe({
      html: anchors('/a'),
      answer: ({ method }, response) => response.writeHead(method === 'HEAD' ? status : 200).end(),
    });
    expect(linksAsked(found)).toEqual(['HEAD /a', 'GET /a']);
    expect(found.links.sample).toMatchObject([{ probe: { status: 200 } }]);
  });

  it('that close the connection on HEAD get a GET', async () => {
    const { links } = await probe({
      html: anchors('/a'),
      answer: ({ method, socket }, response) =>
        method === 'HEAD' ? socket.destroy() : response.writeHead(410).end(),
    });
    expect(links.sample).toMatchObject([{ probe: { kind: 'answered', status: 410 } }]);
  });

  it('H25 to private hosts are noted and never asked, also behind a redirect', async () => {
    const hidden = await startHttp((_request, response) => response.end());
    const found = await probe({
      html: `${anchors(hidden.url, '/moved', 'http://10.0.0.1/', 'http://user@p.test/')}
        <img src="${hidden.url}i.png"><link rel=icon href="${hidden.url}f.ico">`,
      answer: (_request, response) => response.writeHead(302, { location: `${hidden.url}x` }).end(),
    });
    expect(hidden.connections()).toBe(0);
    expect(found.links.sample.map(({ probe }) => 'reason' in probe && probe.reason)).toEqual([
      'address_blocked',
      'address_blocked',
      'address_blocked',
      'url_userinfo',
    ]);
    const others = [found.missingPage, found.images.sample[0]?.probe, found.favicons[0]?.probe];
    expect(others).toMatchObject(
      new Array(3).fill({ kind: 'not_asked', reason: 'address_blocked' }),
    );
  });

  it('that robots.txt keeps us from are not asked for', async () => {
    const found = await probe({
      html: `${anchors('/private/a', '/b')}<img src=/private/i.png>`,
      robots: 'User-agent: sitegrade\nDisallow: /private\n\nUser-agent: *\nDisallow: /b',
    });
    expect(linksAsked(found)).toEqual(['HEAD /b', 'GET /b']);
    expect(found.links.sample[0]?.probe).toMatchObject({ kind: 'not_asked', reason: 'robots_txt' });
  });

  it.each(['unknown', 'server_error'] as const)(
    'robots.txt %s: none is asked for',
    async (kind) => {
      const robots: RobotsTxt = kind === 'unknown' ? { kind, reason: 'x' } : { kind, status: 500 };
      const found = await probe({ html: anchors('/a'), robots });
      expect(linksAsked(found)).toEqual([]);
    },
  );
});

it('images are a sample of five', async () => {
  const html = Array.from({ length: 9 }, (_, index) => `<img src="${index}.webp">`).join('');
  const { images } = await probe({
    html: `${html}<img src="0.webp"><img src="data:,"><img>`,
    answer: (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/webp', 'content-length': '5000' }).end(),
  });
  expect(images.total).toBe(9);
  expect(images.sample).toHaveLength(5);
  expect(images.sample[0]?.probe).toMatchObject({ contentType: 'image/webp', bytes: 5000 });
});

describe('time and connections', () => {
  const html = Array.from({ length: 10 }, (_, index) => `<a href="/${index}">x</a>`).join('');

  it('are few at a time, whatever is asked', async () => {
    let [atOnce, most] = [0, 0];
    await probe({
      html: `${html}<img src=a><img src=b><img src=c>`,
      answer: (_request, response) => {
        most = Math.max(most, ++atOnce);
        setImmediate(() => {
          atOnce--;
          response.end();
        });
      },
    });
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('end for all of them together, and what was not asked is no failure', async () => {
    const startedAt = performance.now();
    const { links } = await probe({ html, answer: () => {}, times: { eachMs: 200, totalMs: 500 } });
    expect(performance.now() - startedAt).toBeLessThan(2500);
    const kinds = links.sample.map(({ probe }) => probe.kind);
    expect(kinds).toContain('failed');
    expect(kinds.at(-1)).toBe('not_asked');
  });

  it('the caller’s own wish to stop is no answer', async () => {
    const controller = new AbortController();
    const probing = probe({
      answer: () => controller.abort(new Error('enough')),
      signal: controller.signal,
    });
    await expect(probing).rejects.toThrow('enough');
  });
});
