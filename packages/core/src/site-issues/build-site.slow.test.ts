import { expect, it } from 'vitest';
import { mostSiteLinks } from './build-site.ts';
import { rowsOf, siteOf } from './fixtures/site-of.ts';

it('keeps at most four million links, and is not complete then', async () => {
  const paths = Array.from({ length: 2_010 }, (_, page) => `/${page}`);
  const rows = rowsOf(
    Object.fromEntries(paths.map((path) => [path, { links: paths.slice(0, 2_000) }])),
  );
  const site = await siteOf(rows);
  expect(site).toMatchObject({ isComplete: false, hasUnlistedLinks: true });
  let links = 0;
  for (const index of site.pages.keys()) links += site.inlinks(index);
  expect(links).toBe(mostSiteLinks(10_000));
});
