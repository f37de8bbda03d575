import { expect, it } from 'vitest';
import { readPage } from '../page/read-page.ts';
import { edge, splitWords, textWordsOf } from './text-words.ts';

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

it.each(['Füße, naïve – ½ ΑΩ ж', 'ªº µ × ÷ ʯ ˈ', 'Ж҂ Ѐ ҉ ԯ ԰', '“a” ‹b› №5 ™ €'])(
  'splits %j in the fast way as in the other',
  (text) => {
    // An Arabic letter makes it take the other way.
    expect(splitWords(`${text} ع`).slice(0, -1)).toEqual(splitWords(text));
  },
);

it('counts the words of a page, and keeps lines apart', async () => {
  const page = await readPage(new TextEncoder().encode('<p>Rye and rye</p><p>Oat</p>'), null);
  const words = textWordsOf(page);
  expect(words).toMatchObject({
    vocabulary: ['rye', 'and', 'oat'],
    counts: [2, 1, 1],
    sequence: [0, 1, 0, edge, 2],
    total: 4,
    scripts: { latin: 12, han: 0 },
  });
  expect(textWordsOf(page)).toBe(words);
});
