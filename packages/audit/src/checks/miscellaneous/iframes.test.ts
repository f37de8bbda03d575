import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { iframes } from './iframes.ts';

it.each([
  [0, 'pass'],
  [4, 'pass'],
  [5, 'warn'],
  [30, 'warn'],
  [31, 'fail'],
] as const)('rates %i frames: %s', async (count, status) => {
  const outcome = await outcomeOf(iframes, { body: '<iframe src=/a></iframe>'.repeat(count) });
  expect(outcome).toMatchObject({ status, value: count });
  expect(outcome.evidence).toHaveLength(Math.min(count, 25));
});

it('describes the result in the summary', async () => {
  const { summary } = await outcomeOf(iframes, { body: '<iframe src=/a></iframe>' });
  expect(summary).toBe('The page embeds 1 other page in frames.');
});

it('does not count frames in noscript', async () => {
  const body = '<noscript><iframe src=/a></iframe></noscript>'.repeat(5);
  expect((await outcomeOf(iframes, { body })).value).toBe(0);
});

it.each(['<iframe></iframe>', '<iframe src=""></iframe>', '<iframe src="about:blank"></iframe>'])(
  'does not count %s, which embeds no page',
  async (frame) => {
    expect((await outcomeOf(iframes, { body: frame.repeat(5) })).value).toBe(0);
  },
);

it('counts frames with their page in an attribute', async () => {
  expect((await outcomeOf(iframes, { body: '<iframe srcdoc="<p>x"></iframe>' })).value).toBe(1);
});
