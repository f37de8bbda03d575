import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { textRatio } from './text-ratio.ts';

/** A page of so many bytes with so much text. */
const of = (bytes: number, text: string) => {
  const size = new TextEncoder().encode(`<p>${text}</p><!---->`).length;
  return outcomeOf(textRatio, { html: `<p>${text}</p><!--${'-'.repeat(bytes - size)}-->` });
};

it.each([
  [1_000, 'pass'],
  [1_001, 'warn'],
] as const)('rates 100 bytes of text in %i: %s', async (bytes, status) => {
  expect(await of(bytes, 'a'.repeat(100))).toMatchObject({ status, value: { percent: 10 } });
});

it('counts bytes on both sides, so that no script is at a loss', async () => {
  expect((await of(1_000, '面'.repeat(34))).status).toBe('pass');
});

it('does not round a small ratio to zero', async () => {
  expect((await of(10_000, 'a')).summary).toBe('Only under 1 % of the HTML is text.');
});

it('does not fail a page whose text is too long to be kept', async () => {
  expect((await of(1_200_000, 'rye '.repeat(26_000))).status).toBe('pass');
});

it('does not apply to an empty page', async () => {
  expect((await outcomeOf(textRatio, { html: '' })).status).toBe('na');
});
