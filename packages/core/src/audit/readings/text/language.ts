import type { PageFacts } from '../../page/page-facts.ts';
import { memoize } from './once.ts';
import type { Script } from './scripts.ts';
import { stopWords } from './stop-words.ts';
import { type TextWords, textWordsOf } from './text-words.ts';

/** The share of function words by language, which shows the language of a text. */
export interface FunctionWords {
  /** Words of the text. */
  readonly words: number;
  /** The share of them that are function words of each known language, the greatest first. */
  readonly shares: readonly (readonly [language: string, share: number])[];
}

const languages = [...stopWords.keys()];
/** The languages, by index, in which each word is a function word. */
const languagesOf = new Map<string, number[]>();
for (const [language, words] of stopWords) {
  for (const word of words) {
    const before = languagesOf.get(word);
    if (before) before.push(languages.indexOf(language));
    else languagesOf.set(word, [languages.indexOf(language)]);
  }
}

/** A filter by hash, so that most other words need no map lookup. */
const places = new Uint8Array(2 ** 15);
for (const word of languagesOf.keys()) places[hashOf(word)] = 1;

function hashOf(word: string): number {
  const { length } = word;
  const ends = word.charCodeAt(0) * 31 + word.charCodeAt(length - 1);
  return (Math.imul(ends * 31 + length + word.charCodeAt(length >> 1) * 7, 0x9e3779b1) >>> 17) | 0;
}

/** Counts the function words of each language in a text. */
export const functionWordsOf = memoize(
  ({ vocabulary, counts, total }: TextWords): FunctionWords => {
    const found = languages.map(() => 0);
    for (let at = 0; at < vocabulary.length; at++) {
      const word = vocabulary[at] ?? '';
      const indices = places[hashOf(word)] === 0 ? undefined : languagesOf.get(word);
      if (indices === undefined) continue;
      for (const index of indices) found[index] = (found[index] ?? 0) + (counts[at] ?? 0);
    }
    const shares = languages
      .map((language, index) => [language, total === 0 ? 0 : (found[index] ?? 0) / total] as const)
      .sort(([, a], [, b]) => b - a);
    return { words: total, shares };
  },
);

/** The script of each language. Languages with several scripts are left out. */
export const scriptsOfLanguages: ReadonlyMap<string, readonly Script[]> = new Map(
  (
    [
      [
        'en de fr es it pt nl pl cs sk hu ro fi sv da no et lv lt sl hr sq is ga cy ca gl eu mt vi id tr af sw',
        ['latin'],
      ],
      ['ru uk bg be mk', ['cyrillic']],
      ['el', ['greek']],
      ['he', ['hebrew']],
      ['ar fa ur', ['arabic']],
      ['hi mr ne', ['devanagari']],
      ['bn', ['bengali']],
      ['gu', ['gujarati']],
      ['ta', ['tamil']],
      ['te', ['telugu']],
      ['kn', ['kannada']],
      ['ml', ['malayalam']],
      ['si', ['sinhala']],
      ['th', ['thai']],
      ['lo', ['lao']],
      ['my', ['myanmar']],
      ['km', ['khmer']],
      ['ka', ['georgian']],
      ['hy', ['armenian']],
      ['ko', ['hangul']],
      ['ja', ['han', 'hiragana', 'katakana']],
      ['zh', ['han']],
    ] as const
  ).flatMap(([codes, scripts]) => codes.split(' ').map((code) => [code, scripts] as const)),
);

/**
 * The declared language of a page as a code of these tables: the primary subtag, lower-case. `null` if
 * there is none, or the tag also names a script.
 */
export function declaredLanguageOf({ html }: PageFacts): string | null {
  const declared = html?.lang?.trim() || html?.xmlLang?.trim();
  if (!declared) return null;
  const [primary = '', ...rest] = declared.toLowerCase().split(/[-_]/);
  if (rest.some((subtag) => /^[a-z]{4}$/.test(subtag)) && primary !== 'zh') return null;
  if (primary === 'nb' || primary === 'nn') return 'no';
  return /^[a-z]{2,3}$/.test(primary) ? primary : null;
}

/** Texts with a smaller share of function words are lists or code. */
const leastShare = 0.15;

/**
 * The function words to exclude from the keywords of a page: those of its detected or declared language;
 * none if it is unknown.
 */
export function stopWordsOf(page: PageFacts): ReadonlySet<string> {
  const [first] = functionWordsOf(textWordsOf(page)).shares;
  if (first && first[1] >= leastShare) return stopWords.get(first[0]) ?? none;
  return stopWords.get(declaredLanguageOf(page) ?? '') ?? none;
}

const none: ReadonlySet<string> = new Set();
