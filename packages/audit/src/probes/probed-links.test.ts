import { describe, expect, it } from 'vitest';
import { startHttp } from '../fetch/fixtures/servers.ts';
import type { RobotsTxt } from '../fetch/robots/robots-txt.ts';
import { probe } from './fixtures/probed-site.ts';

describe('links', () => {
  const anchors = (...hrefs: readonly string[]) =>
    hrefs.map((href) => `<a href="${href}">x</a>`).join('\n');
  const linkRequests = ({ requests }: { readonly requests: readonly string[] }) =>
    requests.filter((line) => !/sitegrade-|favicon|llms|security/.test(line));

  it('are requested once each, except links to the page itself', async () => {
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
      respond: (_request, response) => response.end(),
    });
    expect(linkRequests(found).sort()).toEqual(['GET /a', 'GET /dir/b']);
    expect(found.links).toMatchObject({ internal: 2, external: 0 });
    expect(found.links.sample.map(({ tag }) => tag.line)).toEqual([1, 13]);
  });

  it('are not requested if they lead no crawler to a page', async () => {
    const found = await probe({
      html: anchors('/cdn-cgi/l/email-protection#a1b2', '/blog/wp-comments-post.php', '/a'),
      respond: ({ url }, response) => response.writeHead(url === '/a' ? 200 : 404).end(),
    });
    expect(linkRequests(found)).toEqual(['GET /a']);
    expect(found.links).toMatchObject({ internal: 1, sample: [{ probe: { status: 200 } }] });
  });

  it('may be areas of an image map or links of SVG', async () => {
    const found = await probe({
      html: '<map name=m><area href=/area alt=A></map><svg><a xlink:href="/svg"></a></svg>',
      respond: ({ url }, response) => response.writeHead(url === '/svg' ? 404 : 200).end(),
    });
    expect(linkRequests(found).sort()).toEqual(['GET /area', 'GET /svg']);
    expect(found.links).toMatchObject({
      internal: 2,
      sample: [{ probe: { status: 200 } }, { probe: { status: 404 } }],
    });
  });

  it('are sampled evenly and deterministically, ten at most', async () => {
    const html = anchors(...Array.from({ length: 100 }, (_, index) => `/${index}`));
    const once = await probe({ html, respond: (_request, response) => response.end() });
    const again = await probe({ html, respond: (_request, response) => response.end() });
    const paths = once.links.sample.map(({ probe }) => new URL(probe.url).pathname);
    expect(paths).toEqual(['/0', '/10', '/20', '/30', '/40', '/50', '/60', '/70', '/80', '/90']);
    expect(again.links.sample.map(({ tag }) => tag)).toEqual(
      once.links.sample.map(({ tag }) => tag),
    );
    expect(once.links.internal).toBe(100);
  });

  it('to other hosts are requested five times at most, without robots.txt', async () => {
    const requests: string[] = [];
    const other = await startHttp((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.end();
    });
    const html = anchors(...Array.from({ length: 20 }, (_, index) => `${other.url}${index}`));
    const { links } = await probe({ html, allow: [`127.0.0.1:${other.port}`] });
    expect(links).toMatchObject({ internal: 0, external: 20 });
    expect(requests.sort()).toEqual(['GET /0', 'GET /12', 'GET /16', 'GET /4', 'GET /8']);
  });

  it('are requested once, regardless of their status', async () => {
    const found = await probe({
      html: anchors('/a'),
      respond: (_request, response) => response.writeHead(405).end(),
    });
    expect(linkRequests(found)).toEqual(['GET /a']);
    expect(found.links.sample).toMatchObject([{ probe: { status: 405 } }]);
  });

  it.each([
    [301, true],
    [308, true],
    [302, false],
    [307, false],
  ])('with status %i are permanently moved: %s', async (status, moved) => {
    const { links } = await probe({
      html: anchors('/old'),
      respond: ({ url }, response) =>
        url === '/old'
          ? response.writeHead(status, { location: '/new' }).end()
          : response.writeHead(200).end(),
    });
    expect(links.sample).toMatchObject([{ own: true, probe: { status: 200, moved } }]);
  });

  it('that scripts fill in are not requested', async () => {
    const found = await probe({
      html: `${anchors('/{{ item.url }}', '/<%= path %>', '/b')}<img src="{{photo}}">`,
      respond: (_request, response) => response.end(),
    });
    expect(linkRequests(found)).toEqual(['GET /b']);
  });

  it('H25 to private hosts are never requested, not even after a redirect', async () => {
    const hidden = await startHttp((_request, response) => response.end());
    const found = await probe({
      html: `${anchors(hidden.url, '/moved', 'http://10.0.0.1/', 'http://user@p.test/')}
        <img src="${hidden.url}i.png"><link rel=icon href="${hidden.url}f.ico">`,
      respond: (_request, response) =>
        response.writeHead(302, { location: `${hidden.url}x` }).end(),
    });
    expect(hidden.connections()).toBe(0);
    expect(found.links.sample.map(({ probe }) => 'reason' in probe && probe.reason)).toEqual([
      'address_blocked',
      'address_blocked',
      'address_blocked',
      'url_userinfo',
    ]);
    const others = [found.missingPage, found.images.sample[0]?.probe, found.favicons[0]?.probe];
    expect(others).toMatchObject(new Array(3).fill({ kind: 'skipped', reason: 'address_blocked' }));
  });

  it('are not requested if robots.txt disallows them', async () => {
    const found = await probe({
      html: `${anchors('/private/a', '/b')}<img src=/private/i.png>`,
      robots: 'User-agent: sitegrade\nDisallow: /private\n\nUser-agent: *\nDisallow: /b',
    });
    expect(linkRequests(found)).toEqual(['GET /b']);
    expect(found.links.sample[0]?.probe).toMatchObject({ kind: 'skipped', reason: 'robots_txt' });
  });

  it.each([
    ['loop', 'failed', 'redirect_loop', () => ({ location: '/a' })],
    [
      'loop for clients without cookies',
      'skipped',
      'cookies_required',
      () => ({ location: '/a', 'set-cookie': 'seen=1' }),
    ],
    [
      'are longer than we request',
      'skipped',
      'redirect_too_long',
      () => ({ location: `/${'a'.repeat(2100)}` }),
    ],
    [
      'are more than Google follows',
      'failed',
      'redirect_too_many',
      (url: string) => ({ location: `${url}a` }),
    ],
  ])('with redirects that %s: %s, %s', async (_name, kind, reason, headers) => {
    const found = await probe({
      html: anchors('/a'),
      limits: { redirects: 12 },
      respond: ({ url = '' }, response) => response.writeHead(302, headers(url)).end(),
    });
    expect(found.links.sample).toMatchObject([{ probe: { kind, reason } }]);
  });

  it('with more redirects than our limit are not broken', async () => {
    const found = await probe({
      html: anchors('/a'),
      limits: { redirects: 2 },
      respond: ({ url }, response) => response.writeHead(302, { location: `${url}a` }).end(),
    });
    const result = { kind: 'skipped', reason: 'redirect_too_many' };
    expect(found.links.sample).toMatchObject([{ probe: result }]);
  });

  it.each(['unknown', 'server_error'] as const)(
    'are not requested if robots.txt is %s',
    async (kind) => {
      const robots: RobotsTxt = kind === 'unknown' ? { kind, reason: 'x' } : { kind, status: 500 };
      const found = await probe({ html: anchors('/a'), robots });
      expect(linkRequests(found)).toEqual([]);
    },
  );
});
