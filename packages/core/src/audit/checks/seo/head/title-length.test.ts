import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { titleLength } from './title-length.ts';

const ofTitle = (text: string) => outcomeOf(titleLength, { head: `<title>${text}</title>` });

it.each([
  [9, 'warn'],
  [10, 'pass'],
  [60, 'pass'],
  [61, 'warn'],
  [300, 'warn'],
])('a title of %i characters: %s', async (length, status) => {
  expect(await ofTitle('a'.repeat(length))).toMatchObject({ status, value: length });
});

it('counts characters, not bytes and not UTF-16 units', async () => {
  expect(await ofTitle('हिन्दी समाचार और ताज़ा ख़बरें आज की')).toMatchObject({ status: 'pass' });
  expect(await ofTitle('😀'.repeat(60))).toMatchObject({ status: 'pass', value: 60 });
  expect(await ofTitle('e\u0301'.repeat(60))).toMatchObject({ status: 'pass', value: 60 });
});

it('accepts a shorter title in Japanese', async () => {
  expect(await ofTitle('会社概要の頁')).toMatchObject({ status: 'pass', value: 6 });
  expect(await ofTitle('会社')).toMatchObject({ status: 'warn', value: 2 });
});

it('does not apply without a title', async () => {
  expect((await outcomeOf(titleLength)).status).toBe('na');
});
