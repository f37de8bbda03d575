import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { words } from './words.ts';

it.each([
  [300, 'pass'],
  [299, 'warn'],
  [50, 'warn'],
  [49, 'fail'],
  [0, 'fail'],
] as const)('rates %i words: %s', async (count, status) => {
  const body = `<p>${'rye '.repeat(count)}</p>`;
  expect(await outcomeOf(words, { body })).toMatchObject({ status, value: count });
});

it('estimates words in scripts without spaces', async () => {
  const body = `<p>${'我们每天都烤新鲜面包。'.repeat(60)}</p>`;
  expect(await outcomeOf(words, { body })).toMatchObject({ status: 'pass', value: 300 });
});

it('does not count scripts and hidden text', async () => {
  const body = `<script>${'rye '.repeat(400)}</script><template>${'rye '.repeat(400)}</template>`;
  expect((await outcomeOf(words, { body })).value).toBe(0);
});

it('describes the result in the summary', async () => {
  expect((await outcomeOf(words, { body: 'Rye' })).summary).toBe(
    'The page has 1 word of visible text.',
  );
});
