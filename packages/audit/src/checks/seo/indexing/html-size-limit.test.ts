import { expect, it } from 'vitest';
import { evaluate, factsOf } from '../../fixtures/facts-of.ts';
import { htmlSizeLimit } from './html-size-limit.ts';

const limit = 2 * 1024 * 1024;

it.each([
  [0, 'pass'],
  [limit, 'pass'],
  [limit + 1, 'fail'],
])('%i bytes: %s', async (bytes, status) => {
  const facts = await factsOf();
  const outcome = evaluate(htmlSizeLimit, { ...facts, page: { ...facts.page, bytes } });
  expect(outcome).toMatchObject({ status, value: { bytes, limit } });
});

it('reports the size in the unit of html-size', async () => {
  const facts = await factsOf();
  const of = (bytes: number) =>
    evaluate(htmlSizeLimit, { ...facts, page: { ...facts.page, bytes } });
  expect(of(116_000).summary).toBe('The HTML is 116 kB; Google reads up to about 2 MB.');
  expect(of(limit + 1).summary).toBe(
    'The HTML is 2.1 MB; Google reads about the first 2 MB and ignores the rest.',
  );
});

it('uses the decoded size', async () => {
  const facts = await factsOf();
  const response = { ...facts.response, transferBytes: 3 * limit };
  expect(evaluate(htmlSizeLimit, { ...facts, response }).status).toBe('pass');
});
