import { expect, it } from 'vitest';
import { readPage } from '../../page/read-page.ts';
import { countPageWords } from './text-words.ts';

it.each([
  ['English', 'Fresh rye bread every day', 5],
  ['German with soft hyphens', 'Sauer\u00adteig\u00adbrot und Bröt\u00adchen', 3],
  ['Hindi, with signs that are not letters', 'हिन्दी में ताज़ी रोटी', 4],
  ['Chinese, with two characters per word', '我们每天都烤新鲜面包', 5],
  ['Japanese', 'パンを毎日焼いています', 6],
  ['English in Japanese', '毎日 fresh bread', 3],
  ['Thai, without spaces', 'ขนมปังสดใหม่ทุกวัน', 5],
  ['Korean, with spaces', '매일 구운 신선한 빵', 4],
  ['Hindi next to emoji and symbols', 'रोटी 😀b \u{1d49c}', 3],
  ['Odia', 'ତାଜା ରୁଟି', 2],
  ['nothing', '', 0],
])('counts %s', async (_what, text, words) => {
  const page = await readPage(new TextEncoder().encode(`<meta charset=utf-8><p>${text}`), null);
  expect(countPageWords(page)).toBe(words);
});
