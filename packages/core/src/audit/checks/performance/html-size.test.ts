import { expect, it } from 'vitest';
import { factsOf } from '../fixtures/facts-of.ts';
import { htmlSize } from './html-size.ts';

it.each([
  [330_000, 'pass'],
  [330_001, 'warn'],
  [1_000_000, 'warn'],
  [1_000_001, 'fail'],
] as const)('takes %i bytes to %s', async (bytes, status) => {
  const facts = await factsOf();
  expect(htmlSize.run({ ...facts, page: { ...facts.page, bytes } })).toMatchObject({
    status,
    value: { bytes },
  });
});

it('counts the bytes of the page, not what of them travels', async () => {
  const facts = await factsOf({ body: 'x'.repeat(330_000) });
  const response = { ...facts.response, transferBytes: 20_000 };
  expect(htmlSize.run({ ...facts, response }).status).toBe('warn');
});
