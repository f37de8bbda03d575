import { describe, expect, it } from 'vitest';
import { openCpuAccount } from '../limits/cpu-account.ts';
import { readPage } from '../page/read-page.ts';
import { resolvePageUrls } from './page-urls.ts';

async function urlsOf(body: string) {
  const html = `<!doctype html><html lang=en><title>A page</title><body>${body}`;
  const page = await readPage(new TextEncoder().encode(html), 'text/html; charset=utf-8');
  return () => resolvePageUrls(page, 'https://example.com/page', openCpuAccount());
}

describe('the first URL of a srcset', () => {
  it.each([
    ['a.png', 'a.png'],
    [' , ,a.png 1x, b.png 2x', 'a.png'],
    ['a.png,,, b.png', 'a.png'],
    ['a,,b.png 2x', 'a,,b.png'],
    ['a.png,', 'a.png'],
  ])('%j is %s', async (srcset, expected) => {
    const { resources } = await (await urlsOf(`<img srcset="${srcset}">`))();
    expect(resources.map(({ url }) => url.href)).toEqual([`https://example.com/${expected}`]);
  });
});

it('returns a comparable URL for each http(s) link', async () => {
  const { links } = await (await urlsOf('<a href="/%7ea#b"></a><a href="mailto:a@b.org"></a>'))();
  expect(links.map(({ comparable }) => comparable)).toEqual(['https://example.com/~a', null]);
});

it('resolves an href that repeats once', async () => {
  const tags = '<a href="/a">1</a><a href="/b">2</a><a href="/a">3</a><script src="/a"></script>';
  const { links, resources } = await (await urlsOf(tags))();
  expect(links.map(({ tag, url }) => [tag.text, url?.pathname])).toEqual([
    ['1', '/a'],
    ['2', '/b'],
    ['3', '/a'],
  ]);
  expect(links[2]?.url).toBe(links[0]?.url);
  expect(resources[0]?.url).toBe(links[0]?.url);
});

describe('limits for URLs', () => {
  const urls = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `<a href=${at}></a><img src=${at}><script src=${at}></script>`,
    ).join('');
  const kept = (list: readonly { readonly url: URL | null }[]) =>
    list.reduce((sum, { url }) => sum + (url?.href.length ?? 0), 0);

  it('shorten URLs and lists if a base URL has 12,000 characters', async () => {
    const base = `<base href="/${'é'.repeat(1_985)}/">`;
    const { links, resources, notes } = await (await urlsOf(`${base}${urls(1_000)}`))();
    expect(links.every(({ shortened, kind }) => shortened && kind === 'internal')).toBe(true);
    expect(kept(links)).toBeLessThan(1_100_000);
    expect(kept(resources)).toBeLessThan(1_100_000);
    expect(new Set(resources.map(({ url }) => url.href)).size).toBe(resources.length);
    expect(notes).toEqual([
      'URLs longer than 2,048 characters are shortened and not requested',
      'only the first links are checked, because their URLs are too long to keep all of them',
      'only the first files that the page loads are checked, because their URLs are too long to keep all of them',
    ]);
  });

  it('keep thousands of URLs of usual length', async () => {
    const { links, resources, notes } = await (await urlsOf(urls(3_000)))();
    expect([links.length, resources.length, notes]).toEqual([3_000, 6_000, []]);
  });
});
