import { expect, it } from 'vitest';
import { evaluate, factsOf } from '../fixtures/facts-of.ts';
import { ttfb } from './ttfb.ts';

async function after(firstByteMs: number, ...redirects: readonly number[]) {
  const facts = await factsOf();
  return evaluate(ttfb, {
    ...facts,
    response: {
      ...facts.response,
      timings: { firstByteMs, totalMs: firstByteMs + 10 },
      redirects: redirects.map((ms) => ({
        url: 'https://example.com/',
        location: 'https://example.com/page',
        status: 301,
        ms,
      })),
    },
  });
}

it.each([
  [0, 'pass'],
  [800, 'pass'],
  [801, 'warn'],
  [60_000, 'warn'],
] as const)('takes %i ms to %s', async (ms, status) => {
  expect(await after(ms)).toMatchObject({ status, value: { ms } });
});

it('does not count redirects, which have a separate check', async () => {
  expect(await after(1500, 400, 500)).toMatchObject({
    status: 'pass',
    value: { ms: 600, redirectsMs: 900 },
  });
});

it('has no weight', () => {
  expect(ttfb.importance).toBe('info');
});
