import { expect, it } from 'vitest';
import { stopWords } from './language.ts';
import { splitWords } from './text-words.ts';

it.each([...stopWords.keys()])('has function words of %s that match split texts', (language) => {
  const words = [...(stopWords.get(language) ?? [])];
  expect(words.length).toBeGreaterThan(90);
  expect(words.flatMap(splitWords)).toEqual(words);
});

it('has lists for eighteen languages', () => {
  expect(stopWords.size).toBe(18);
});
