import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { words } from './words.ts';

it.each([
  [300, 'pass'],
  [299, 'warn'],
  [100, 'warn'],
  [99, 'fail'],
  [0, 'fail'],
] as const)('judges %i words: %s', async (count, status) => {
  const body = `<p>${'rye '.repeat(count)}</p>`;
  expect(await outcomeOf(words, { body })).toMatchObject({ status, value: count });
});

it('counts sensibly where no spaces part words', async () => {
  const body = `<p>${'我们每天都烤新鲜面包。'.repeat(60)}</p>`;
  expect(await outcomeOf(words, { body })).toMatchObject({ status: 'pass', value: 300 });
});

it('counts neither scripts nor what nobody sees', async () => {
  const body = `<script>${'rye '.repeat(400)}</script><template>${'rye '.repeat(400)}</template>`;
  expect((await outcomeOf(words, { body })).value).toBe(0);
});

it('says it in words', async () => {
  expect((await outcomeOf(words, { body: 'Rye' })).summary).toBe(
    'The page has 1 word of visible text.',
  );
});
