/** How the text that visitors see in a control relates to its accessible name. */
type LabelMatch = 'contained' | 'differs' | 'unknown';

/**
 * A letter of a script that writes words without spaces between them, or joins articles and endings to them: 검색
 * and 검색하기, תפריט and התפריט. These are most but Latin, Cyrillic and Greek.
 */
const unspaced = /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{L}/u;

/** A word with a full stop, which may abbreviate it. */
const abbreviated = /\p{L}\./u;

/** A text that is one acronym, such as the code of a language: its long form is unknown. */
const acronym = /^\P{L}*\p{Lu}{2,4}\P{L}*$/u;

/** Letters of a word that may be another form of a longer one: `Mon` for `Monday`, `antworte` for `antworten`. */
const shortest = 3;

/** Digits of a number, such as that of a phone, that may be read out in groups. */
const longNumber = 6;

/** Signs of mathematics between numbers, and numbers in English words, which are not other words for digits. */
const calculation = /\p{N}\s?[×÷=<>+*]\s?\p{N}/u;
const numberWords = new Set(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand'.split(
    ' ',
  ),
);

/** What follows a complete word in other forms of it in English: these count as other words. */
const inflection = /^(?:s|es|d|ed|r|er|ers|ing|ings|ly)$/;

/** Words without a space between them, which a style sheet may keep apart: `HomePage`, `Cart3`. */
const glued = /\p{Ll}\p{Lu}|\p{L}\p{N}|\p{N}\p{L}/u;

/** Words of a name that a text is put together from. */
const mostParts = 30;

/** Characters of texts whose words are compared: longer ones describe more than a control. */
const longest = 300;

/** What comparisons may still cost, in characters. */
interface LabelWork {
  left: number;
}

/** For all labels of a page: a hundred times as much as most pages need. */
const maxWork = 100_000;
/** What a comparison costs in addition to its characters, and what a pair of words costs. */
const costs = { comparison: 40, pair: 2 } as const;

/** Opens the account of a page's comparisons. */
export function openLabelWork(): LabelWork {
  return { left: maxWork };
}

/**
 * Compares the visible text of a control with its accessible name, which must contain its words, in the
 * same order and without others between them. A single letter counts as a symbol, such as `X` for “close”.
 * Abbreviations, numbers and words that are written differently (`e-mail`, `email`) are not compared: `unknown`.
 * The same letters with other spaces or in another order are other words, and numbers in words are not digits.
 * Neither are long texts, and what is left when the work is spent.
 * Source: https://www.w3.org/WAI/standards-guidelines/act/rules/2ee8b8/proposed/#label-in-name-algorithm
 */
export function matchLabel(label: string, name: string, work = openLabelWork()): LabelMatch {
  if (label === name) return 'contained';
  if (label.length > longest || name.length > longest) {
    return name.startsWith(label) ? 'contained' : 'unknown';
  }
  work.left -= costs.comparison + label.length + name.length;
  if (work.left < 0) return 'unknown';
  const seen = wordsIn(label);
  const named = wordsIn(name);
  if (seen.length === 0 || isSymbol(seen)) return 'contained';
  if (contains(named, seen)) return 'contained';
  if (unspaced.test(label) || unspaced.test(name)) {
    return named.join('').includes(seen.join('')) ? 'contained' : 'differs';
  }
  work.left -= costs.pair * seen.length * named.length;
  if (work.left < 0) return 'unknown';
  if (!differsInHyphens(label, name)) {
    if (!glued.test(label) && isMadeOf(seen, named)) return 'differs';
    if (isCalculation(label, name) || isSpelledOut(seen, named)) return 'differs';
  }
  const isUnknown =
    abbreviated.test(label) ||
    abbreviated.test(name) ||
    (acronym.test(label) && !isSpelledApart(seen.join(''), named)) ||
    hasAcronymOf(label, named) ||
    hasAcronymOf(name, seen) ||
    label.includes('&') !== name.includes('&') ||
    differsInNumbers(seen, named) ||
    seen.some((word) => named.some((other) => isOtherForm(word, other))) ||
    differsInHyphens(label, name);
  return isUnknown ? 'unknown' : 'differs';
}

/** The words of a text: runs of letters and digits, without case and accents, and without parentheses. */
function wordsIn(text: string): readonly string[] {
  // `toUpperCase` first: it writes ß as two letters.
  const plain = text
    .replace(/\([^()]*\)/g, ' ')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isSymbol(words: readonly string[]): boolean {
  const [first = ''] = words;
  return words.length === 1 && /^\p{L}$/u.test(first) && !unspaced.test(first);
}

function contains(words: readonly string[], part: readonly string[]): boolean {
  // Words have no spaces.
  return ` ${words.join(' ')} `.includes(` ${part.join(' ')} `);
}

/** Whether the letters of a word are in several words, which are read one by one. */
function isSpelledApart(word: string, words: readonly string[]): boolean {
  return words.join('').includes(word) && !words.some((other) => other.includes(word));
}

/** Whether a text has an acronym of following words. */
function hasAcronymOf(text: string, words: readonly string[]): boolean {
  // Letters with spaces between them are not words.
  const initials = words.map((word) => (word.length > 1 ? word[0] : ' ')).join('');
  const acronyms = text.match(/(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu) ?? [];
  return acronyms.some((letters) => initials.includes(letters.toLowerCase()));
}

/** Whether one word may abbreviate the other, or is written in another way: `colour`, `color`. */
function isOtherForm(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  if (short === long || !/^\p{L}+$/u.test(short)) return false;
  if (long.startsWith(short)) {
    return short.length >= shortest && !inflection.test(long.slice(short.length));
  }
  return short.length > shortest && differsInside(short, long);
}

/** Whether two words differ in one letter that is neither their first nor their last. */
function differsInside(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  return start > 0 && end > 0 && long.length - start - end <= 1;
}

/** Whether two texts are the same but for hyphens, which may stand for a space or for nothing. */
function differsInHyphens(label: string, name: string): boolean {
  const hyphens = /[\p{L}\p{N}][-\u2010\u2011][\p{L}\p{N}]/u;
  if (!hyphens.test(label) && !hyphens.test(name)) return false;
  return wordsIn(name).join('').includes(wordsIn(label).join(''));
}

/**
 * Whether a text is contained up to numbers, which are read out in other words: `€4.50` as "4 euros 50", `3.2K`,
 * `H1` as "Heading 1", a phone number digit by digit.
 */
function differsInNumbers(seen: readonly string[], named: readonly string[]): boolean {
  const hasDigit = (word: string) => /\p{N}/u.test(word);
  if (!seen.some(hasDigit)) return false;
  const words = seen.filter((word) => !hasDigit(word));
  if (words.length > 0) return contains(named, words);
  const [only = ''] = seen;
  const isHeading = seen.length === 1 && /^\p{L}\p{N}+$/u.test(only);
  return isHeading || !named.some(hasDigit) || seen.join('').length >= longNumber;
}

/** Whether a text has other words than another one, but made of its words: with other spaces or in another order. */
function isMadeOf(seen: readonly string[], named: readonly string[]): boolean {
  if (named.length > mostParts) return false;
  if (seen.every((word) => named.includes(word))) return false;
  let rest = seen.join('');
  let words = 0;
  // The longest first: it may begin like a shorter one.
  for (const word of [...named].sort((a, b) => b.length - a.length)) {
    const at = rest.indexOf(word);
    if (at < 0) continue;
    words++;
    rest = `${rest.slice(0, at)} ${rest.slice(at + word.length)}`;
  }
  return rest.trim() === '' && words > 1;
}

/** Whether a text calculates with numbers, and the other one does not write them as digits and signs. */
function isCalculation(label: string, name: string): boolean {
  return calculation.test(label) && !calculation.test(name);
}

/** Whether a text is only digits, and the other one has a number in words. */
function isSpelledOut(seen: readonly string[], named: readonly string[]): boolean {
  return (
    seen.every((word) => /^\p{N}+$/u.test(word)) && named.some((word) => numberWords.has(word))
  );
}
