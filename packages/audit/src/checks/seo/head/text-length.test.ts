import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVisible, lengthOf, widthOf } from '../../../readings/text-length.ts';

describe('lengthOf', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['e\u0301', 1],
    ['q\u0323\u0307', 1],
    ['हिन्दी', 3],
    ['กำ', 1],
    ['👍🏽', 1],
    ['👩‍👩‍👧‍👦!', 2],
    ['❤️', 1],
    ['🇩🇪🇦🇹', 2],
    ['🇩🇪a🇦', 3],
    ['\u200Babc', 3],
    ['\u0301a', 2],
    ['soft\u00ADhyphen', 10],
    ['日本', 2],
  ])('%s has %i', (text, length) => {
    expect(lengthOf(text)).toBe(length);
  });

  it('counts as the segmenter does, of texts in many scripts', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const pieces = [
      'a',
      'é',
      'e\u0301',
      ' ',
      '日',
      '한',
      'ж',
      '😀',
      '👍🏽',
      '👩‍🚀',
      '🇫🇷',
      'ש',
      'ى',
      'กำ',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        expect(lengthOf(text)).toBe([...segmenter.segment(text)].length);
      }),
      { seed: 1 },
    );
  });

  it('takes linear time', () => {
    expect(lengthOf('\u0301'.repeat(200_000))).toBe(1);
    expect(lengthOf('👩‍'.repeat(50_000))).toBe(1);
  });
});

it('counts wide characters for two', () => {
  expect(widthOf('東京 2024')).toBe(9);
  expect(widthOf('Tokio')).toBe(5);
});

it('detects visible characters', () => {
  expect(['a', '。', '😀', ' x '].every(isVisible)).toBe(true);
  expect(['', ' \u00A0\u3000', '\u200B\u200D', '\uFEFF', '\u00AD', '\u2060 '].some(isVisible)).toBe(
    false,
  );
});
