import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { words } from './words.ts';

const article =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"Rye","url":"https://example.com/page"}</script>';

it.each([
  [100, 'pass', undefined],
  [99, 'warn', 0.99],
  [50, 'warn', 0.5],
  [0, 'warn', 0],
] as const)('rates an article of %i words: %s', async (count, status, points) => {
  const page = { head: article, body: `<p>${'rye '.repeat(count)}</p>` };
  const outcome = await outcomeOf(words, page);
  expect(outcome).toMatchObject({ status, value: count });
  expect(outcome.points).toBe(points);
});

it.each([
  ['a login', '<h1>Log in</h1><form><label>Name <input></label></form>'],
  ['a gallery in an <article>', '<article><h1>Rye</h1><img src=a.png alt=Rye></article>'],
])('does not apply to %s', async (_name, body) => {
  expect(await outcomeOf(words, { body })).toMatchObject({ status: 'na' });
});

it('estimates words in scripts without spaces', async () => {
  const body = `<p>${'我们每天都烤新鲜面包。'.repeat(20)}</p>`;
  expect(await outcomeOf(words, { head: article, body })).toMatchObject({
    status: 'pass',
    value: 100,
  });
});

it('does not count scripts and hidden text', async () => {
  const body = `<p>Rye</p><script type="text/plain">${'rye '.repeat(400)}</script><template>${'rye '.repeat(400)}</template>`;
  expect((await outcomeOf(words, { head: article, body })).value).toBe(1);
});

it('describes the result in the summary', async () => {
  expect((await outcomeOf(words, { head: article, body: 'Rye' })).summary).toBe(
    'The page has 1 word of visible text.',
  );
});
