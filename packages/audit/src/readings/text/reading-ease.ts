/** Measurements of an English text. */
interface ReadingEase {
  /** Words in full sentences. */
  readonly words: number;
  readonly sentences: number;
  /** From 100 (very easy) to 0 (very difficult), rounded; it may exceed both. */
  readonly ease: number;
}

/** Shorter lines, in words, are labels or headings. */
const minWords = 5;
/** Characters that are measured; more hardly change the result. */
const characterLimit = 20_000;

/**
 * Flesch's reading ease: 206.835 − 1.015 · words per sentence − 84.6 · syllables per word. Lines without
 * the end of a sentence are left out: they are menus and headings.
 * Source: R. Flesch, A new readability yardstick, Journal of Applied Psychology 32, 1948.
 */
export function readingEaseOf(text: string): ReadingEase {
  const found = { words: 0, sentences: 0, syllables: 0 };
  for (const line of text.slice(0, characterLimit).split('\n')) {
    const { words, sentences, syllables } = countLine(line);
    if (sentences === 0 || words < minWords) continue;
    found.words += words;
    found.sentences += sentences;
    found.syllables += syllables;
  }
  const { words, sentences, syllables } = found;
  if (words === 0) return { words, sentences, ease: 0 };
  const ease = 206.835 - 1.015 * (words / sentences) - 84.6 * (syllables / words);
  return { words, sentences, ease: Math.round(ease) };
}

/** The kind of each UTF-16 unit; a table is faster than regular expressions. */
const other = 0;
const consonant = 1;
const vowel = 2;
const apostrophe = 3;
const sentenceEnd = 4;
const units = new Uint8Array(65_536);
for (const letter of 'bcdfghjklmnpqrstvwxz') setUnit(letter, consonant);
for (const letter of 'aeiouy') setUnit(letter, vowel);
for (const mark of "'’") setUnit(mark, apostrophe);
for (const mark of '.!?…') setUnit(mark, sentenceEnd);

function setUnit(character: string, kind: number): void {
  units[character.charCodeAt(0)] = kind;
  units[character.toUpperCase().charCodeAt(0)] = kind;
}

function countLine(line: string): { words: number; sentences: number; syllables: number } {
  const counts = { words: 0, sentences: 0, syllables: 0 };
  if (!/[.!?…]/.test(line)) return counts;
  for (let at = 0; at < line.length; at++) {
    const unit = units[line.charCodeAt(at)] ?? other;
    if (unit === consonant || unit === vowel) {
      counts.words++;
      at = countWord(line, at, counts) - 1;
    } else if (unit === sentenceEnd && endsSentence(line, at)) {
      counts.sentences++;
    }
  }
  return counts;
}

/**
 * Whether a mark ends a sentence: before white space or the end of the line, unlike the dots in 3.5 and
 * example.com.
 */
function endsSentence(line: string, at: number): boolean {
  const isQuoted = at + 1 < line.length && `"'”’)]`.includes(line.charAt(at + 1));
  return isBreak(line, at + 1) || (isQuoted && isBreak(line, at + 2));
}

function isBreak(line: string, at: number): boolean {
  return at >= line.length || /\s/.test(line.charAt(at));
}

/**
 * Adds the syllables of the English word that begins at an index: groups of vowels, except a
 * silent e. The part after an apostrophe has none.
 *
 * @returns the index of its end.
 */
function countWord(line: string, start: number, counts: { syllables: number }): number {
  let groups = 0;
  let before = other;
  let at = start;
  for (; at < line.length; at++) {
    const unit = units[line.charCodeAt(at)] ?? other;
    if (unit !== consonant && unit !== vowel) break;
    if (unit === vowel && before !== vowel) groups++;
    before = unit;
  }
  counts.syllables += Math.max(1, groups - (groups > 1 && hasSilentE(line, start, at) ? 1 : 0));
  while (isOfWord(units[line.charCodeAt(at)])) at++;
  return at;
}

function isOfWord(unit: number | undefined): boolean {
  return unit === consonant || unit === vowel || unit === apostrophe;
}

function hasSilentE(line: string, start: number, end: number): boolean {
  if (!/[esd]/i.test(line.charAt(end - 1))) return false;
  // The longest ending that matters, and the letter before it.
  const ending = line.slice(Math.max(start, end - 4), end).toLowerCase();
  return /[^aeiouyl]e[sd]?$/.test(ending) && !/(?:[td]ed|[csxz]es|[cs]hes|ges)$/.test(ending);
}
