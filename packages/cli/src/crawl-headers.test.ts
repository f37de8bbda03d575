import { describe, expect, it } from 'vitest';
import { run } from './fixtures/run.ts';
import { serve } from './fixtures/serve.ts';
import { formats } from './format-names.ts';

const secret = 'c3RhZ2luZzpodW50ZXIy';
const login = ['--header', `Authorization: Basic ${secret}`];

/**
 * A site with a login, which has four pages and one that only its sitemap lists. It links and redirects to another
 * origin and has images there, and names a sitemap there. Requests of both are kept with their login.
 */
async function serveStaging() {
  const received: string[] = [];
  let site = '';
  const note = (name: string, url: string, authorization: string | undefined) =>
    received.push(`${name} ${url} ${authorization?.replace(secret, 'LOGIN')}`);
  const other = await serve((url, { authorization }) => {
    note('other', url, authorization);
    return url === '/moved.png' ? `${site}/returned.png` : '<title>Elsewhere</title>';
  });
  const numbers = Array.from({ length: 3 }, (_, number) => number);
  const page = (url: string) =>
    `<!DOCTYPE html><html lang="en"><title>Page ${url}</title><h1>${url}</h1>
     ${['/', '/away', `${other}/linked`, ...numbers.map((number) => `/${number}`)]
       .map((href) => `<a href="${href}">${href}</a>`)
       .join(' ')}
     <img src="/moved.png" alt="A loaf"><img src="${other}/foreign.png" alt="A roll">`;
  const files: Readonly<Record<string, () => string>> = {
    '/robots.txt': () =>
      `User-agent: *\nAllow: /\nSitemap: ${site}/sitemap.xml\nSitemap: ${other}/sitemap.xml`,
    '/sitemap.xml': () => `<urlset><url><loc>${site}/listed</loc></url></urlset>`,
    '/away': () => `${other}/page`,
    '/moved.png': () => `${other}/moved.png`,
    '/returned.png': () => 'png',
  };
  site = await serve((url, { authorization }) => {
    note('site', url, authorization);
    if (authorization !== `Basic ${secret}`) return 401;
    return files[url]?.() ?? (/^\/(?:\d|listed)?$/.test(url) ? page(url) : undefined);
  });
  return { site, other, received };
}

interface Json {
  readonly crawl: { readonly end: string };
  readonly pages: readonly { readonly url: string; readonly state: string }[];
}

describe('the headers of a crawl', () => {
  it('open a site with a login', async () => {
    const { site } = await serveStaging();
    const { exitCode, stdout, stderr } = await run(['crawl', `${site}/`, '-f', 'json', ...login]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { crawl, pages }: Json = JSON.parse(stdout);
    expect(crawl.end).toBe('complete');
    const paths = pages.map(({ url, state }) => `${state} ${new URL(url).pathname}`).sort();
    const numbers = Array.from({ length: 3 }, (_, number) => `done /${number}`);
    expect(paths).toEqual(['done /', ...numbers, 'done /listed', 'redirected /away']);
  });

  it('are needed for it: without them, it refuses', async () => {
    const { site, received } = await serveStaging();
    const { exitCode, stdout } = await run(['crawl', `${site}/`]);
    expect(exitCode).toBe(3);
    expect(stdout).toContain('status 401');
    expect(received).toEqual(['site / undefined']);
  });

  it('are sent with all requests to the origin that was typed, and not with others', async () => {
    const { site, received } = await serveStaging();
    await run(['crawl', `${site}/`, '-f', 'json', ...login]);
    for (const path of ['/', '/robots.txt', '/sitemap.xml', '/favicon.ico', '/2', '/moved.png']) {
      expect(received).toContain(`site ${path} Basic LOGIN`);
    }
    const toSite = received.filter((line) => line.startsWith('site '));
    // Another origin has chosen that URL.
    const without = toSite.filter((line) => !line.endsWith(' Basic LOGIN'));
    expect(without).toEqual(['site /returned.png undefined']);
    const toOther = received.filter((line) => line.startsWith('other ')).sort();
    expect(toOther).toEqual(['other /moved.png undefined', 'other /sitemap.xml undefined']);
  });

  it.each([
    ['to another origin', false],
    ['to another origin and back', true],
  ])('are for a start page that does not redirect %s', async (_where, isBack) => {
    const received: string[] = [];
    let front = '';
    const note = (name: string, url: string, authorization: string | undefined) =>
      received.push(`${name} ${url} ${authorization}`);
    const other = await serve((url, { authorization }) => {
      note('other', url, authorization);
      return isBack ? `${front}/chosen` : '<title>Elsewhere</title>';
    });
    front = await serve((url, { authorization }) => {
      note('front', url, authorization);
      return url === '/' ? `${other}/page` : '<title>Chosen</title>';
    });
    expect(await run(['crawl', `${front}/`, ...login])).toEqual({
      exitCode: 3,
      stdout: expect.stringContaining(`The start page leads to ${other}, but the headers are for`),
      stderr: '',
    });
    expect(received).toEqual([
      `front / Basic ${secret}`,
      'other /page undefined',
      ...(isBack ? ['front /chosen undefined'] : []),
    ]);
    // Without headers, it may.
    expect((await run(['crawl', `${front}/`])).exitCode).toBe(0);
  });

  it('are not sent with another scheme', async () => {
    const { site, received } = await serveStaging();
    // Without a scheme, https is meant, and http is tried when nothing responds.
    expect((await run(['crawl', site.replace('http://', ''), ...login])).exitCode).toBe(3);
    expect(received).toEqual(['site / undefined']);
  });

  it.each(formats)('are not in the output as %s', async (format) => {
    const { site } = await serveStaging();
    const args = ['-f', format, ...login, '--header', 'X-Key: hunter2'];
    for (const url of [`${site}/`, `${site}/missing`]) {
      const { stdout, stderr } = await run(['crawl', url, '--max-pages', '2', ...args]);
      expect(stdout + stderr).not.toBe('');
      for (const value of [secret, 'hunter2']) expect(stdout + stderr).not.toContain(value);
    }
  });
});

it.each([
  [['--header', 'a'], "error: --header must have the form 'Name: value'."],
  [['--header', 'A: hunter2', '--header', 'a: hunter2'], 'error: --header a is given twice.'],
  [['--header', 'Host: hunter2'], 'error: --header: The header Host cannot be set.'],
  [['--header', 'A: hunter2\u0007'], 'error: --header: The value of the header A must be at most'],
])('%j is refused as for a report, without its value', async (args, message) => {
  for (const command of [[], ['crawl']]) {
    const { exitCode, stdout, stderr } = await run([...command, 'https://a.test', ...args]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hunter2');
  }
});
