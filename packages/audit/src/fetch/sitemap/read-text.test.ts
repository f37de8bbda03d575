import { expect, it } from 'vitest';
import { readSitemapText } from './read-sitemap.ts';

it('reads large chunks in slices', async () => {
  const entry = '<url><loc>http://p.test/</loc></url>';
  const body = Buffer.from(`<urlset>${entry.repeat(30_000)}</urlset>`);
  let entries = 0;
  let turns = 0;
  const outcome = await readSitemapText(
    (async function* () {
      yield body;
    })(),
    { onKind: () => {}, onEntry: () => ++entries > 0, onFault: () => {} },
    {
      isOver: () => true,
      next: async () => {
        turns++;
      },
    },
  );
  expect([outcome, entries]).toEqual(['whole', 30_000]);
  expect(turns).toBeGreaterThan(body.length / 10_000);
});
