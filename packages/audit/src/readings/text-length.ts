/** Code points that do not form a separate character: marks, emoji modifiers, joiners, Thai and Lao AM. */
const joining = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\u0E33\u0EB3]/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const pictograph = /\p{Extended_Pictographic}/u;
const regional = /\p{Regional_Indicator}/u;
const oneCharacter = 1;
const other = 2;
/** Kinds of the UTF-16 units, computed at first use: `oneCharacter` where each is one that people see. */
const kinds = new Uint8Array(65_536);

/** Scripts whose characters are as wide as two Latin ones. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const zeroWidthJoiner = '\u200D';

/**
 * The number of characters that people see: accents, Hindi vowel signs and the parts of a composed
 * emoji do not count separately. Approximates Unicode's grapheme clusters (UAX #29) in one pass;
 * `Intl.Segmenter` is far slower, and its result depends on the Node version.
 */
export function lengthOf(text: string): number {
  if (isPlain(text)) return text.length;
  let length = 0;
  let openFlag = false;
  let joinsPictograph = false;
  for (const character of text.normalize('NFC')) {
    if (isOneCharacter(character)) {
      length += 1;
      openFlag = false;
      joinsPictograph = false;
      continue;
    }
    if (joining.test(character) && (length > 0 || invisible.test(character))) {
      joinsPictograph = character === zeroWidthJoiner;
      continue;
    }
    const closesFlag: boolean = openFlag && regional.test(character);
    const continues = closesFlag || (joinsPictograph && pictograph.test(character));
    openFlag = !closesFlag && regional.test(character);
    joinsPictograph = false;
    if (!continues) length += 1;
  }
  return length;
}

/**
 * Whether a code point is a separate character, regardless of what is around it: a look at a table, as texts are long.
 */
function isOneCharacter(character: string): boolean {
  if (character.length > 1) return false;
  const code = character.charCodeAt(0);
  kinds[code] ||= joining.test(character) || pictograph.test(character) ? other : oneCharacter;
  return kinds[code] === oneCharacter;
}

/** Whether every UTF-16 unit is one visible character, as in Latin text with its dashes and quotation marks. */
function isPlain(text: string): boolean {
  return !/[^\0-\xac\xae-\u02ff\u2010-\u2027]/.test(text);
}

/** The length, with characters of Chinese, Japanese and Korean counted twice. */
export function widthOf(text: string): number {
  return isPlain(text)
    ? text.length
    : lengthOf(text) + (text.normalize('NFC').match(wide)?.length ?? 0);
}

/** Whether any character is visible, not just white space and invisible characters. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
