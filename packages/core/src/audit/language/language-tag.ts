import {
  grandfatheredReplacement,
  isExtendedLanguage,
  macrolanguageOf,
  replacementOf,
} from './subtag-registry.ts';

/** Longer than any tag that means something: RFC 5646 §4.4.1 asks readers for room for 35. */
const longestTag = 255;

/** The parts of a language tag, as written. */
export interface LanguageTag {
  readonly language: string;
  /** Extended language: `cmn` in `zh-cmn`. */
  readonly extended: string | null;
  readonly script: string | null;
  readonly region: string | null;
  readonly variants: readonly string[];
  /** Extensions and private use, from the first single letter on; `''` where there is none. */
  readonly extension: string;
}

/**
 * The parts of a tag that is well-formed by RFC 5646 §2.1 and names a language; `null` for others,
 * among them those for private use only and those older than the syntax. Whether its subtags mean
 * anything is the registry's to say. Nothing is trimmed: attributes count as they are written.
 */
export function parseLanguageTag(tag: string): LanguageTag | null {
  if (tag.length > longestTag) return null;
  const subtags = tag.split('-');
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    const subtag = subtags[at];
    if (subtag === undefined || !pattern.test(subtag)) return null;
    at += 1;
    return subtag;
  };
  const language = take(/^[a-z]{2,8}$/i);
  if (language === null) return null;
  const extended = language.length <= 3 ? take(/^[a-z]{3}$/i) : null;
  // The syntax keeps room for two more, of which no registered tag makes use.
  if (extended !== null && take(/^[a-z]{3}$/i) !== null) take(/^[a-z]{3}$/i);
  const script = take(/^[a-z]{4}$/i);
  const region = take(/^(?:[a-z]{2}|\d{3})$/i);
  const variants: string[] = [];
  for (let next = takeVariant(); next !== null; next = takeVariant()) variants.push(next);
  const rest = subtags.slice(at);
  if (rest.length > 0 && !isExtension(rest)) return null;
  return { language, extended, script, region, variants, extension: rest.join('-') };

  function takeVariant() {
    return take(/^(?:[a-z\d]{5,8}|\d[a-z\d]{3})$/i);
  }
}

/** Singletons, each with what belongs to it; `x` takes all that follows. */
function isExtension(subtags: readonly string[]): boolean {
  let own = 0;
  let isPrivate = false;
  for (const [index, subtag] of subtags.entries()) {
    if (!/^[a-z\d]{1,8}$/i.test(subtag)) return false;
    if (isPrivate || subtag.length > 1) {
      own += 1;
      if (index === 0) return false;
      continue;
    }
    if (index > 0 && own === 0) return false;
    own = 0;
    isPrivate = subtag.toLowerCase() === 'x';
  }
  return own > 0;
}

/** The primary subtag of a tag, whatever follows it. */
export function primarySubtagOf(tag: string): string {
  return tag.split('-', 1)[0] ?? '';
}

/**
 * The language of a tag as it compares: in lower case, what is deprecated replaced (`iw` is `he`),
 * close languages by the one that stands for them (`nb` and `nn` are `no`, `cmn` is `zh`).
 */
export function comparableLanguage(tag: string): string {
  const whole = grandfatheredReplacement(tag) ?? tag;
  const [primary = '', second = ''] = whole.toLowerCase().split('-', 2);
  const named = isExtendedLanguage(primary, second) ? second : primary;
  const current = (replacementOf('language', named) ?? named).toLowerCase();
  // CLDR's alias: Filipino is the standard of Tagalog, and pages use the codes for one another.
  if (current === 'tl') return 'fil';
  return macrolanguageOf(current) ?? current;
}
