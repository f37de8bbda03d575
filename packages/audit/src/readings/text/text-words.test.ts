import { expect, it } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { characterLimit, lineEnd, splitWords, textWordsOf, wordAt } from './text-words.ts';

it.each([
  ['Rye Bread, fresh!', ['rye', 'bread', 'fresh']],
  ['Brötchen für 3,50 €', ['brötchen', 'für', '3', '50']],
  ['Ξένος хлеб', ['ξένος', 'хлеб']],
  ['Donau\u00addampf\u00adschiff', ['donaudampfschiff']],
  ['हिन्दी में रोटी', ['हिन्दी', 'में', 'रोटी']],
  ['パンの作り方', ['パン', '作', '方']],
  ['天然酵母パン', ['天然', '然酵', '酵母', 'パン']],
  ['IT企業2社', ['it', '企業', '2', '社']],
  ['Cafe\u0301', ['cafe\u0301']],
  ['x²', ['x²']],
  ['—…·', []],
  ['', []],
])('splits %j', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

it.each([
  'Füße, naïve – ½ ΑΩ ж',
  'ªº µ × ÷ ʯ ˈ',
  'Ж҂ Ѐ ҉ ԯ ԰',
  '“a” ‹b› №5 ™ €',
  '𝒜𝒷 😀c \ud835 d\udc9c',
  '𠀀𠀁',
])('splits %j like a regular expression', (text) => {
  expect(splitWords(text)).toEqual(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));
});

it('splits mixtures of Han, kana and other scripts', () => {
  expect(splitWords('東京2024年ﾊﾟﾝABCパン屋ですよ店・駅')).toEqual([
    ...['東京', '2024', '年', 'ﾊﾟﾝabc', 'パン', '屋', '店', '駅'],
  ]);
  expect(splitWords('天然酵母。新鮮')).toEqual(['天然', '然酵', '酵母', '新鮮']);
});

it('keeps words distinct that share a slot of the hash table', async () => {
  // More words than the table has slots.
  const words = Array.from({ length: 5_000 }, (_, at) => at.toString(36));
  const html = `<p>${words.join(' ')} ${words.toReversed().slice(-100).join(' ')}`;
  const page = await readPage(new TextEncoder().encode(html), null);
  const text = textWordsOf(page);
  const { counts, total } = text;
  const expected = [...words, ...words.toReversed().slice(-100)].join(' ').slice(0, characterLimit);
  const split = expected.split(' ');
  expect(total).toBe(split.length);
  expect(counts.map((_, at) => wordAt(text, at))).toEqual([...new Set(split)]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
});

it('splits only the beginning of a long text', async () => {
  const page = await readPage(new TextEncoder().encode(`<p>${'rye '.repeat(20_000)}`), null);
  expect(textWordsOf(page).total).toBe(characterLimit / 'rye '.length);
});

it('splits a text that is longer in lower case', async () => {
  const page = await readPage(new TextEncoder().encode(`<p>${'İ '.repeat(10_000)}`), null);
  expect(textWordsOf(page)).toMatchObject({ counts: [10_000], total: 10_000 });
  expect(splitWords('天'.repeat(30_000))).toHaveLength(29_999);
});

it('counts the words of a page and marks the ends of lines', async () => {
  const page = await readPage(new TextEncoder().encode('<p>Rye and rye</p><p>Oat</p>'), null);
  const words = textWordsOf(page);
  expect(words).toMatchObject({ counts: [2, 1, 1], total: 4 });
  expect(words.counts.map((_, at) => wordAt(words, at))).toEqual(['rye', 'and', 'oat']);
  expect([...words.sequence]).toEqual([0, 1, 0, lineEnd, 2]);
  expect(textWordsOf(page)).toBe(words);
});
