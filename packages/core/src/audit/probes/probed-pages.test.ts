import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { testDns } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { probe } from './fixtures/probed-site.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

const html = (body: string, headers: Readonly<Record<string, string | string[]>> = {}): Answer => {
  return (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
};

const pathsOf = ({ asked }: { readonly asked: readonly string[] }) =>
  asked.filter((line) => !/sitegrade-|favicon|llms/.test(line));

describe('the page that the canonical link names', () => {
  const link = '<link rel=canonical href="/other">';

  it('is read, with what tells search engines to stay away', async () => {
    const found = await probe({
      html: link,
      answer: html(
        '<!doctype html><meta name=ROBOTS content="noindex"><meta name=author content=x>',
        {
          'x-robots-tag': ['nofollow', 'bingbot: noindex'],
        },
      ),
    });
    expect(pathsOf(found)).toEqual(['GET /other']);
    expect(found.canonical).toMatchObject({
      kind: 'answered',
      status: 200,
      contentType: 'text/html',
      robotsMetas: ['noindex'],
      robotsHeaders: ['nofollow', 'bingbot: noindex'],
      googlebotAllowed: true,
    });
  });

  it('may redirect', async () => {
    const { canonical } = await probe({
      html: link,
      answer: ({ url }, response) =>
        url === '/other' ? response.writeHead(301, { location: '/b' }).end() : response.end('x'),
    });
    expect(canonical).toMatchObject({ redirects: [{ status: 301 }], robotsMetas: [] });
  });

  it.each(['<link rel=canonical href=page>', '', `${link}<link rel=canonical href="/third">`])(
    'is not asked for where it is this one, none, or several: %s',
    async (declared) => {
      const found = await probe({ html: declared });
      expect(found.canonical).toBeNull();
      expect(pathsOf(found)).toEqual([]);
    },
  );

  it('is left alone where robots.txt says so, to Googlebot or to us', async () => {
    const found = await probe({ html: link, robots: 'User-agent: *\nDisallow: /other' });
    expect(found.canonical).toMatchObject({ kind: 'disallowed' });
    const ours = await probe({ html: link, robots: 'User-agent: sitegrade\nDisallow: /' });
    expect(ours.canonical).toMatchObject({ kind: 'not_asked', reason: 'robots_txt' });
    expect([...pathsOf(found), ...pathsOf(ours)]).toEqual([]);
  });

  it('is on another site asked for after the robots.txt there', async () => {
    const asked: unknown[] = [];
    const other = await startHttp(({ url }, response) => {
      asked.push(url);
      if (url === '/robots.txt') response.end('User-agent: Googlebot\nDisallow: /');
      else response.writeHead(410).end();
    });
    const { canonical } = await probe({
      html: `<link rel=canonical href="${other.url}x">`,
      allow: [`127.0.0.1:${other.port}`],
    });
    expect(asked).toEqual(['/robots.txt', '/x']);
    expect(canonical).toMatchObject({ status: 410, googlebotAllowed: false });
  });

  it('may be on a host that does not exist', async () => {
    const dns = await testDns({});
    const { canonical } = await probe({
      html: '<link rel=canonical href="https://gone.test/">',
      nameServers: [dns.address],
    });
    expect(canonical).toMatchObject({ kind: 'failed', reason: 'dns_not_found' });
  });

  it('is never asked for at a private address', async () => {
    const hidden = await startHttp((_request, response) => response.end());
    const direct = await probe({ html: `<link rel=canonical href="${hidden.url}x">` });
    expect(direct.canonical).toMatchObject({ kind: 'not_asked', reason: 'address_blocked' });
    const moved = await probe({
      html: link,
      answer: (_request, response) => response.writeHead(302, { location: hidden.url }).end(),
    });
    expect(moved.canonical).toMatchObject({ kind: 'not_asked', reason: 'address_blocked' });
    expect(hidden.connections()).toBe(0);
  });

  it('costs no more than its time, and no more than half a megabyte', async () => {
    const { canonical } = await probe({
      html: link,
      answer: (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write(`<!doctype html><meta name=robots content=none>${' '.repeat(600_000)}`);
      },
    });
    expect(canonical).toMatchObject({ kind: 'answered', robotsMetas: ['none'] });
  });
});

describe('pages in other languages', () => {
  const alternate = (hreflang: string, href: string) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${href}">`;

  it('are read once each, and asked whether they name this one', async () => {
    const found = await probe({
      html: [
        alternate('en', '/dir/page'),
        alternate('de', '/de'),
        alternate('de-AT', '/de#x'),
        alternate('fr', '/fr'),
        alternate('', '/none'),
        '<link rel="alternate" type="application/rss+xml" href="/feed">',
        '<link rel="alternate" type="application/rss+xml" hreflang="de" href="/feed/de">',
      ].join(''),
      answer: ({ url }, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(url === '/de' ? alternate('en', '/dir/p%61ge') : alternate('en', '/'));
      },
    });
    expect(pathsOf(found).sort()).toEqual(['GET /de', 'GET /fr']);
    expect(found.alternates).toMatchObject({
      total: 2,
      sample: [
        { hreflangs: ['de', 'de-at'], tag: { line: 1 }, probe: { returns: true, status: 200 } },
        { hreflangs: ['fr'], probe: { returns: false } },
      ],
    });
  });

  it('are five at most, and may be named in headers', async () => {
    const names = Array.from(
      { length: 9 },
      (_, index) => `</${index}>; rel=alternate; hreflang=de`,
    );
    const found = await probe({
      headers: { link: names.join(', ') },
      answer: ({ url }, response) => {
        const link =
          url === '/0' ? '</dir/page>; rel="alternate"; hreflang="en"' : '</x>; rel=next';
        response.writeHead(200, { 'content-type': 'text/html', link }).end('<p>');
      },
    });
    expect(found.alternates.total).toBe(9);
    expect(found.alternates.sample).toHaveLength(5);
    expect(found.alternates.sample).toMatchObject([
      { tag: null, probe: { returns: true } },
      { probe: { returns: false } },
      {},
      {},
      {},
    ]);
  });

  it('may name the canonical page in its place', async () => {
    const { alternates } = await probe({
      html: `<link rel=canonical href="/first">${alternate('en', '/first')}${alternate('de', '/de')}`,
      answer: ({ url }, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(url === '/de' ? alternate('en', '/first') : '');
      },
    });
    expect(alternates).toMatchObject({ total: 1, sample: [{ probe: { returns: true } }] });
  });

  it('may name the page without the parameters of a campaign', async () => {
    const { alternates } = await probe({
      path: 'page?gclid=abc',
      html: alternate('de', '/de'),
      answer: (_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(alternate('en', '/page'));
      },
    });
    expect(alternates).toMatchObject({ total: 1, sample: [{ probe: { returns: true } }] });
  });

  it('tell nothing where they are no page or too long to read', async () => {
    const { alternates } = await probe({
      html: alternate('de', '/file') + alternate('fr', '/long'),
      answer: ({ url }, response) => {
        response.setHeader('content-type', url === '/file' ? 'application/pdf' : 'text/html');
        response.end(url === '/file' ? '%PDF' : `<!doctype html>${' '.repeat(600_000)}`);
      },
    });
    expect(alternates.sample.map(({ probe }) => 'returns' in probe && probe.returns)).toEqual([
      null,
      null,
    ]);
  });

  it('are left alone where robots.txt or the guard says so', async () => {
    const hidden = await startHttp((_request, response) => response.end());
    const found = await probe({
      html: alternate('de', '/de') + alternate('fr', hidden.url),
      robots: 'User-agent: *\nDisallow: /de',
    });
    expect(found.alternates.sample).toMatchObject([
      { probe: { kind: 'not_asked', reason: 'robots_txt' } },
      { probe: { kind: 'not_asked', reason: 'address_blocked' } },
    ]);
    expect(hidden.connections()).toBe(0);
  });
});
