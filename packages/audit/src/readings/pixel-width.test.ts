import { describe, expect, it } from 'vitest';
import { cutToWidth, pixelWidthOf } from './pixel-width.ts';

describe('pixelWidthOf', () => {
  it.each([
    ['', 0],
    ['iiii', 18],
    ['WWWW', 76],
    // The sum of the widths in Adobe's Helvetica.afm: 10,060 / 1,000 × 20.
    ['How to bake rye bread', 201],
    ['東京', 40],
    ['한국어', 60],
    ['Ａ１', 40],
    ['e\u0301', 11],
    ['हि', 11],
    ['Привет', 70],
    ['👍🏽', 20],
    ['soft\u00ADhyphen', 98],
  ])('%s has %i px at 20 px', (text, pixels) => {
    expect(pixelWidthOf(text, 20)).toBe(pixels);
  });

  it('grows with the font size', () => {
    expect(pixelWidthOf('東京', 14)).toBe(28);
  });
});

describe('cutToWidth', () => {
  const box = { fontSize: 20, pixels: 100 };

  it.each([
    ['Rye bread', 'Rye bread'],
    ['Rye bread and more', 'Rye bre…'],
    ['Oat, rye, wheat', 'Oat, rye…'],
    ['東京東京東', '東京東京東'],
    ['東京東京東京', '東京東京…'],
    ['Donaudampfschiff', 'Donaud…'],
    ['Breads – today', 'Breads…'],
    ['😀😀😀😀😀😀', '😀😀😀😀…'],
  ])('%s is shown as %s', (text, shown) => {
    expect(cutToWidth(text, box)).toBe(shown);
    expect(pixelWidthOf(cutToWidth(text, box), box.fontSize)).toBeLessThanOrEqual(box.pixels);
  });
});
