/** What stands for no character of its own: marks, emoji modifiers, joiners, Thai and Lao AM. */
const joining = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\u0E33\u0EB3]/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const pictograph = /\p{Extended_Pictographic}/u;
const regional = /\p{Regional_Indicator}/u;
/** Scripts whose characters take the width of two Latin ones, and say as much as a syllable or a word. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const zeroWidthJoiner = '\u200D';

/**
 * Characters of a text as people see them: an accent, the signs of Hindi or the parts of a composed
 * emoji are none of their own. In the manner of Unicode's grapheme clusters (UAX #29), in one pass;
 * `Intl.Segmenter` takes time out of all proportion, and counts by the Node that it comes with.
 */
export function lengthOf(text: string): number {
  if (isPlain(text)) return text.length;
  let length = 0;
  let openFlag = false;
  let joinsPictograph = false;
  for (const character of text.normalize('NFC')) {
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

/** Whether every unit is a character of its own, that all of Latin before the accents is. */
function isPlain(text: string): boolean {
  return !/[^\0-\xac\xae-\u02ff]/.test(text);
}

/** Its length where characters of Chinese, Japanese and Korean count for two. */
export function widthOf(text: string): number {
  return isPlain(text)
    ? text.length
    : lengthOf(text) + (text.normalize('NFC').match(wide)?.length ?? 0);
}

/** Whether there is anything to see: not just white space, and characters without a shape. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text);
}
