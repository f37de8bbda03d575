import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { testDns } from '../fetch/fixtures/fetching.ts';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { probe } from './fixtures/probed-site.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const html = (body: string, headers: Readonly<Record<string, string | string[]>> = {}): Handler => {
  return (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
};

const pathsOf = ({ requests }: { readonly requests: readonly string[] }) =>
  requests.filter((line) => !/sitegrade-|favicon|llms|security/.test(line));

describe('the canonical page', () => {
  const link = '<link rel=canonical href="/other">';

  it('is requested, and its robots directives are read', async () => {
    const found = await probe({
      html: link,
      respond: html(
        '<!doctype html><meta name=ROBOTS content="noindex"><meta name=author content=x>',
        {
          'x-robots-tag': ['nofollow', 'bingbot: noindex'],
        },
      ),
    });
    expect(pathsOf(found)).toEqual(['GET /other']);
    expect(found.canonical).toMatchObject({
      kind: 'response',
      status: 200,
      contentType: 'text/html',
      robotsMetas: ['noindex'],
      robotsHeaders: ['nofollow', 'bingbot: noindex'],
      googlebotAllowed: true,
    });
  });

  it('can redirect', async () => {
    const { canonical } = await probe({
      html: link,
      respond: ({ url }, response) =>
        url === '/other' ? response.writeHead(301, { location: '/b' }).end() : response.end('x'),
    });
    expect(canonical).toMatchObject({ redirects: [{ status: 301 }], robotsMetas: [] });
  });

  it.each(['<link rel=canonical href=page>', '', `${link}<link rel=canonical href="/third">`])(
    'is not requested if it is this page, missing, or ambiguous: %s',
    async (declared) => {
      const found = await probe({ html: declared });
      expect(found.canonical).toBeNull();
      expect(pathsOf(found)).toEqual([]);
    },
  );

  it('is not requested if robots.txt disallows it', async () => {
    const found = await probe({ html: link, robots: 'User-agent: *\nDisallow: /other' });
    expect(found.canonical).toMatchObject({ kind: 'disallowed' });
    const ours = await probe({ html: link, robots: 'User-agent: sitegrade\nDisallow: /' });
    expect(ours.canonical).toMatchObject({ kind: 'skipped', reason: 'robots_txt' });
    expect([...pathsOf(found), ...pathsOf(ours)]).toEqual([]);
  });

  it('is requested after robots.txt if it is on another site', async () => {
    const requests: unknown[] = [];
    const other = await startHttp(({ url }, response) => {
      requests.push(url);
      if (url === '/robots.txt') response.end('User-agent: Googlebot\nDisallow: /');
      else response.writeHead(410).end();
    });
    const { canonical } = await probe({
      html: `<link rel=canonical href="${other.url}x">`,
      allow: [`127.0.0.1:${other.port}`],
    });
    expect(requests).toEqual(['/robots.txt', '/x']);
    expect(canonical).toMatchObject({ status: 410, googlebotAllowed: false });
  });

  it('can be on a host that does not exist', async () => {
    const dns = await testDns({});
    const { canonical } = await probe({
      html: '<link rel=canonical href="https://gone.test/">',
      nameServers: [dns.address],
    });
    expect(canonical).toMatchObject({ kind: 'failed', reason: 'dns_not_found' });
  });

  it('is never requested at a private address', async () => {
    const hidden = await startHttp((_request, response) => response.end());
    const direct = await probe({ html: `<link rel=canonical href="${hidden.url}x">` });
    expect(direct.canonical).toMatchObject({ kind: 'skipped', reason: 'address_blocked' });
    const moved = await probe({
      html: link,
      respond: (_request, response) => response.writeHead(302, { location: hidden.url }).end(),
    });
    expect(moved.canonical).toMatchObject({ kind: 'skipped', reason: 'address_blocked' });
    expect(hidden.connections()).toBe(0);
  });

  it('has limits for time and size', async () => {
    const { canonical } = await probe({
      html: link,
      respond: (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write(`<!doctype html><meta name=robots content=none>${' '.repeat(600_000)}`);
      },
    });
    expect(canonical).toMatchObject({ kind: 'response', robotsMetas: ['none'] });
  });
});

describe('language versions', () => {
  const alternate = (hreflang: string, href: string) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${href}">`;

  it('are requested once each, and checked for a link back', async () => {
    const found = await probe({
      html: [
        alternate('en', '/dir/page'),
        alternate('de', '/de'),
        alternate('de-AT', '/de#x'),
        alternate('fr', '/fr'),
        alternate('', '/none'),
        '<link rel="alternate" type="application/rss+xml" href="/feed">',
        '<link rel="alternate" type="application/rss+xml" hreflang="de" href="/feed/de">',
        '<link rel="alternate stylesheet" hreflang="de" title="Dark" href="/dark.css">',
      ].join(''),
      respond: ({ url }, response) => {
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

  it('are requested five times at most, and can be in headers', async () => {
    const names = Array.from(
      { length: 9 },
      (_, index) => `</${index}>; rel=alternate; hreflang=de`,
    );
    const found = await probe({
      headers: { link: names.join(', ') },
      respond: ({ url }, response) => {
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

  it('can link back to the canonical page', async () => {
    const { alternates } = await probe({
      html: `<link rel=canonical href="/first">${alternate('en', '/first')}${alternate('de', '/de')}`,
      respond: ({ url }, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(url === '/de' ? alternate('en', '/first') : '');
      },
    });
    expect(alternates).toMatchObject({ total: 1, sample: [{ probe: { returns: true } }] });
  });

  it('can link back without tracking parameters', async () => {
    const { alternates } = await probe({
      path: 'page?gclid=abc',
      html: alternate('de', '/de'),
      respond: (_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(alternate('en', '/page'));
      },
    });
    expect(alternates).toMatchObject({ total: 1, sample: [{ probe: { returns: true } }] });
  });

  it('have an unknown result if they are not HTML or too long', async () => {
    const { alternates } = await probe({
      html: alternate('de', '/file') + alternate('fr', '/long'),
      respond: ({ url }, response) => {
        response.setHeader('content-type', url === '/file' ? 'application/pdf' : 'text/html');
        response.end(url === '/file' ? '%PDF' : `<!doctype html>${' '.repeat(600_000)}`);
      },
    });
    expect(alternates.sample.map(({ probe }) => 'returns' in probe && probe.returns)).toEqual([
      null,
      null,
    ]);
  });

  it('are skipped if robots.txt disallows them or their address is private', async () => {
    const hidden = await startHttp((_request, response) => response.end());
    const found = await probe({
      html: alternate('de', '/de') + alternate('fr', hidden.url),
      robots: 'User-agent: *\nDisallow: /de',
    });
    expect(found.alternates.sample).toMatchObject([
      { probe: { kind: 'skipped', reason: 'robots_txt' } },
      { probe: { kind: 'skipped', reason: 'address_blocked' } },
    ]);
    expect(hidden.connections()).toBe(0);
  });
});
