/** What a text in English measures. */
export interface ReadingEase {
  /** Words of whole sentences. */
  readonly words: number;
  readonly sentences: number;
  /** From 100, very easy, to 0, very hard, rounded; it may go beyond both. */
  readonly ease: number;
}

/** Words of a line below which it is a label or a heading, and no sentence. */
const leastWords = 5;
/** Characters that are measured: more do not change the result. */
const characterLimit = 20_000;

/**
 * Flesch's reading ease: 206.835 − 1.015 · words per sentence − 84.6 · syllables per word. Lines without
 * the end of a sentence are left out, for menus and headings are no sentences.
 * Source: R. Flesch, A new readability yardstick, Journal of Applied Psychology 32, 1948.
 */
export function readingEaseOf(text: string): ReadingEase {
  let words = 0;
  let sentences = 0;
  let syllables = 0;
  for (const line of text.slice(0, characterLimit).split('\n')) {
    // The end of a sentence is followed by a space or by nothing; in 3.5 and example.com it is not.
    const ends = line.match(/[.!?…]["'”’)\]]?(?=\s|$)/g)?.length ?? 0;
    if (ends === 0) continue;
    const found = line.match(/[A-Za-z][A-Za-z'’]*/g) ?? [];
    if (found.length < leastWords) continue;
    words += found.length;
    sentences += ends;
    for (const word of found) syllables += syllablesOf(word);
  }
  if (words === 0) return { words, sentences, ease: 0 };
  const ease = 206.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words);
  return { words, sentences, ease: Math.round(ease) };
}

/** Syllables of an English word: groups of vowels, but for an e that is not heard. */
function syllablesOf(word: string): number {
  const plain = word.toLowerCase().replace(/['’].*$/, '');
  const groups = plain.match(/[aeiouy]+/g)?.length ?? 0;
  const silent =
    /[^aeiouyl]e(?:s|d)?$/.test(plain) && !/(?:[td]ed|[csxz]es|[cs]hes|ges)$/.test(plain);
  return Math.max(1, groups - (silent ? 1 : 0));
}
