import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { titleLength } from './title-length.ts';

const ofTitle = (text: string) => outcomeOf(titleLength, { head: `<title>${text}</title>` });

it.each([
  [9, 'warn'],
  [10, 'pass'],
  [55, 'pass'],
  [56, 'warn'],
  [300, 'warn'],
])('a title of %i wide letters: %s', async (length, status) => {
  expect(await ofTitle('a'.repeat(length))).toMatchObject({
    status,
    value: { characters: length, pixels: Math.round(length * 11.12) },
  });
});

it('measures the width: narrow letters need less space, full-width characters twice as much', async () => {
  const narrow = 'Still little filling: 60 filled rolls, fifty-five filled tarts, tips';
  expect(await ofTitle(narrow)).toMatchObject({ status: 'pass', value: { characters: 68 } });
  expect(await ofTitle('MAMMOTH WOOL: MADE WARM, WORN WHEN MOWING MEADOWS')).toMatchObject({
    status: 'warn',
    value: { characters: 49, pixels: 654 },
    summary:
      'The title has 49 characters and is about 654 pixels wide; a line of a typical search result has room for about 600.',
  });
  expect(await ofTitle('東'.repeat(30))).toMatchObject({ status: 'pass', value: { pixels: 600 } });
  expect(await ofTitle('東'.repeat(31))).toMatchObject({ status: 'warn', value: { pixels: 620 } });
});

it('counts characters, not bytes and not UTF-16 units', async () => {
  expect(await ofTitle('हिन्दी समाचार और ताज़ा ख़बरें आज की')).toMatchObject({ status: 'pass' });
  expect(await ofTitle('e\u0301'.repeat(50))).toMatchObject({
    status: 'pass',
    value: { characters: 50 },
  });
  expect(await ofTitle('😀'.repeat(30))).toMatchObject({
    status: 'pass',
    value: { characters: 30 },
  });
});

it('accepts a shorter title in Japanese', async () => {
  expect(await ofTitle('会社概要の頁')).toMatchObject({ status: 'pass', value: { characters: 6 } });
  expect(await ofTitle('会社')).toMatchObject({ status: 'warn', value: { characters: 2 } });
});

it('does not apply without a title, nor to a placeholder', async () => {
  expect((await ofTitle('Home')).status).toBe('na');
  expect((await outcomeOf(titleLength)).status).toBe('na');
});
