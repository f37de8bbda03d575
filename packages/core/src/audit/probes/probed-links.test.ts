import { describe, expect, it } from 'vitest';
import { startHttp } from '../fetch/fixtures/servers.ts';
import type { RobotsTxt } from '../fetch/robots/robots-txt.ts';
import { probe } from './fixtures/probed-site.ts';

describe('links', () => {
  const anchors = (...hrefs: readonly string[]) =>
    hrefs.map((href) => `<a href="${href}">x</a>`).join('\n');
  const linksAsked = ({ asked }: { readonly asked: readonly string[] }) =>
    asked.filter((line) => !/sitegrade-|favicon|llms/.test(line));

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
