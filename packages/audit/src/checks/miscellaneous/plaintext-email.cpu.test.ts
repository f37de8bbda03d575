import { expect, it } from 'vitest';
import { cpuGrowth } from '../../fixtures/cpu-growth.ts';
import { evaluate, factsOf } from '../fixtures/facts-of.ts';
import { plaintextEmail } from './plaintext-email.ts';

it.each([
  ['at signs', (length: number) => '@'.repeat(length)],
  ['letters', (length: number) => 'a'.repeat(length)],
  ['addresses without end', (length: number) => 'a@b.'.repeat(length / 4)],
  ['labels without end', (length: number) => `a@${'b-'.repeat(length / 2)}`],
])('takes linear time for %s', async (_what, textOf) => {
  const facts = await factsOf();
  const run = (length: number) =>
    evaluate(plaintextEmail, { ...facts, page: { ...facts.page, text: textOf(length) } });
  expect(await cpuGrowth(run, 12_000)).toBeLessThan(4);
});
