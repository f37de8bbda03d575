import { describe, expect, it } from 'vitest';
import { sitemapIndex, sitemapsOf } from './fixtures/sitemap-site.ts';
import type { SitemapFacts } from './sitemap-facts.ts';

/** A sitemap of these paths, with what is in the entry after the path. */
function dated(...entries: readonly (readonly [path: string, rest: string])[]): string {
  const lines = entries.map(([path, rest]) => `<url><loc>SITE${path}</loc>${rest}</url>\n`);
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="x:y">\n${lines.join('')}</urlset>`;
}

const read = (files: Readonly<Record<string, string>>): Promise<SitemapFacts> =>
  sitemapsOf({ files, page: '/page' });

describe('the dates in a sitemap', () => {
  it('are counted and compared', async () => {
    const { lastmods, pageLastmod } = await read({
      '/sitemap.xml': dated(
        ['/a', '<lastmod>2026-05-01</lastmod>'],
        ['/b', '<priority>1</priority><lastmod>\n 2026-05-03T10:00:00Z </lastmod>'],
        ['/c', ''],
        ['/d', '<lastmod></lastmod>'],
        ['/e', '<lastmod>2026-05</lastmod>'],
        ['/f', '<lastmod>yesterday</lastmod><lastmod>2026-05-09</lastmod>'],
        ['/g', '<x:lastmod>2027-01-01</x:lastmod><lastmod><![CDATA[01.05.2026]]></lastmod>'],
      ),
    });
    expect(lastmods).toMatchObject({
      count: 5,
      first: { line: 2, text: '2026-05-01' },
      allEqual: false,
      latest: { line: 3, text: '2026-05-03T10:00:00Z' },
      invalidCount: 2,
      firstInvalid: { line: 8, text: 'yesterday' },
    });
    expect(lastmods.first?.file).toMatch(/\/sitemap\.xml$/);
    expect(pageLastmod).toBeNull();
  });

  it('have a T before the time', async () => {
    const { lastmods } = await read({
      '/sitemap.xml': dated(
        ['/a', '<lastmod>2026-11-20T10:00:00+01:00</lastmod>'],
        ['/b', '<lastmod> 2026-11-20\n</lastmod>'],
        ['/c', '<lastmod>2026-11-20 10:00:00</lastmod>'],
      ),
    });
    expect(lastmods).toMatchObject({
      count: 3,
      invalidCount: 1,
      firstInvalid: { line: 5, text: '2026-11-20 10:00:00' },
    });
  });

  it('before or after the URL, and that of the page', async () => {
    const { lastmods, pageLastmod, listsPage } = await read({
      '/sitemap.xml': dated(['/a', '<lastmod>2026-05-01</lastmod>']).replace(
        '</urlset>',
        '<url>\n<lastmod>2026-05-01</lastmod>\n<loc>SITE/page</loc></url></urlset>',
      ),
    });
    expect(listsPage).toBe(true);
    expect(pageLastmod).toBe('2026-05-01');
    expect(lastmods).toMatchObject({ count: 2, allEqual: true, invalidCount: 0 });
  });

  it('of an index are not those of pages', async () => {
    const { lastmods } = await read({
      '/sitemap.xml': sitemapIndex('/a.xml').replace('</loc>', '</loc><lastmod>x</lastmod>'),
      '/a.xml': dated(['/a', '<lastmod>2026-05-01</lastmod>'], ['/b', '']),
    });
    expect(lastmods).toMatchObject({ count: 1, invalidCount: 0 });
  });

  it('are cut', async () => {
    const { pageLastmod } = await read({
      '/sitemap.xml': dated(['/page', `<lastmod>${'9'.repeat(70_000)}</lastmod>`]),
    });
    expect(pageLastmod).toHaveLength(100);
  });
});
