import { expect, it } from 'vitest';
import { evaluate, factsOf } from '../fixtures/facts-of.ts';
import { htmlSize } from './html-size.ts';

it.each([
  [330_000, 'pass', 'is 330 kB.'],
  [330_001, 'warn', 'is 331 kB; the limit of this report is 330 kB.'],
  [1_000_000, 'warn', 'is 1.0 MB; the limit of this report is 330 kB.'],
  [1_000_001, 'fail', 'is 1.0 MB; the limit of this report is 330 kB.'],
] as const)('takes %i bytes to %s', async (bytes, status, size) => {
  const facts = await factsOf();
  expect(evaluate(htmlSize, { ...facts, page: { ...facts.page, bytes } })).toMatchObject({
    status,
    summary: `The HTML ${size}`,
    value: { bytes },
  });
});

it('counts the bytes of the page, not what of them travels', async () => {
  const facts = await factsOf({ body: 'x'.repeat(330_000) });
  const response = { ...facts.response, transferBytes: 20_000 };
  expect(evaluate(htmlSize, { ...facts, response }).status).toBe('warn');
});
