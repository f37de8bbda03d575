import { expect, it } from 'vitest';
import { groupByFirstLetter } from './group-by-first-letter.ts';

it('groups alternatives by their first letter', () => {
  const words = groupByFirstLetter(/privacy|[cç]erez|policy|\bagb\b|\bfaq\b/i);
  expect(words.source).toBe('p(?:rivacy|olicy)|[cç](?:erez)|\\b(?:agb\\b|faq\\b)');
  expect(words.flags).toBe('i');
});

it('matches the same texts', () => {
  const words = /om|omkring|データ|[uü]e?ber[-_ ]uns|\bapua\b/i;
  const grouped = groupByFirstLetter(words);
  for (const text of ['Om', 'データ', 'Über uns', 'uber-uns', 'apua', 'apuaa', 'x', '', 'o m']) {
    expect(grouped.test(text), text).toBe(words.test(text));
  }
});
