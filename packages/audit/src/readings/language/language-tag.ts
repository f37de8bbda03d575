import {
  grandfatheredReplacement,
  isExtendedLanguage,
  isLanguage,
  isPrivate,
  isSubtag,
  macrolanguageOf,
  replacementOf,
} from './subtag-registry.ts';

/** Longer than any real tag: RFC 5646 §4.4.1 requires support for 35 characters. */
const maxTagLength = 255;

/** The parts of a language tag, as written. */
interface LanguageTag {
  readonly language: string;
  /** Extended language: `cmn` in `zh-cmn`. */
  readonly extended: string | null;
  readonly script: string | null;
  readonly region: string | null;
  readonly variants: readonly string[];
  /** Extensions and private use, from the first single letter on; `''` if there is none. */
  readonly extension: string;
}

/**
 * The parts of a tag that is well-formed by RFC 5646 §2.1 and names a language; `null` for others,
 * including those for private use only and those older than the syntax. Whether its subtags exist is in
 * the registry. Nothing is trimmed: attributes count as they are written.
 */
export function parseLanguageTag(tag: string): LanguageTag | null {
  if (tag.length > maxTagLength) return null;
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
  // The syntax allows two more, which no registered tag uses.
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

/** Whether subtags are singletons, each followed by its own subtags; `x` takes all that follow. */
function isExtension(subtags: readonly string[]): boolean {
  let following = 0;
  let isPrivate = false;
  for (const [index, subtag] of subtags.entries()) {
    if (!/^[a-z\d]{1,8}$/i.test(subtag)) return false;
    if (isPrivate || subtag.length > 1) {
      following += 1;
      if (index === 0) return false;
      continue;
    }
    if (index > 0 && following === 0) return false;
    following = 0;
    isPrivate = subtag.toLowerCase() === 'x';
  }
  return following > 0;
}

/** The primary subtag of a tag. */
export function primarySubtagOf(tag: string): string {
  return tag.split('-', 1)[0] ?? '';
}

/**
 * The language of a tag for comparisons: in lower case, deprecated codes replaced (`iw` is `he`), close
 * languages merged into their macrolanguage (`nb` and `nn` are `no`, `cmn` is `zh`).
 */
export function comparableLanguage(tag: string): string {
  const current = grandfatheredReplacement(tag) ?? tag;
  const [primary = '', second = ''] = current.toLowerCase().split('-', 2);
  const named = isExtendedLanguage(primary, second) ? second : primary;
  const code = (replacementOf('language', named) ?? named).toLowerCase();
  // An alias of CLDR: Filipino is standard Tagalog, and pages use both codes interchangeably.
  if (code === 'tl') return 'fil';
  return macrolanguageOf(code) ?? code;
}

/**
 * Why the primary subtag of a tag is not a language of the registry, in words; `null` if it is one. The
 * other subtags do not matter: readers of the tag still find the language.
 */
export function languageFault(tag: string): string | null {
  const primary = primarySubtagOf(tag);
  if (isLanguage(primary)) return null;
  const shown = shorten(tag);
  if (tag.trim() === '') return 'the value is only white space';
  if (tag !== tag.trim()) return `“${shown}” has white space around it`;
  const instead = grandfatheredReplacement(tag);
  if (instead) return `“${shown}” is outdated, use “${instead}” instead`;
  if (tag.includes('_')) return `“${shown}” has an underscore instead of a hyphen`;
  const named = shorten(primary);
  if (isSubtag('region', primary) && !/\d/.test(primary) && !isPrivate(primary)) {
    return `“${named}” is a country code, not a language code`;
  }
  if (/^[a-z]{3}$/i.test(primary)) {
    return `“${named}” is not registered; languages with a two-letter code use that one`;
  }
  return `“${named}” is not a language code`;
}

/** The fault in the parts of a tag after its language, in words; `null` for none. */
export function subtagFault(tag: string): string | null {
  const parts = parseLanguageTag(tag);
  if (parts === null) return `“${shorten(tag)}” does not have the form of a language tag`;
  const { language, extended, script, region, variants } = parts;
  if (extended !== null && !isExtendedLanguage(language, extended)) {
    return `“${extended}” cannot be combined with “${language}”`;
  }
  if (script !== null && !isSubtag('script', script)) return `“${script}” is not a script`;
  if (region !== null && !isSubtag('region', region)) {
    return region.toUpperCase() === 'UK'
      ? `“${region}” is not a region; the United Kingdom is “GB”`
      : `“${region}” is not a region`;
  }
  const unknown = variants.find((variant) => !isSubtag('variant', variant));
  return unknown === undefined ? null : `“${unknown}” is not registered`;
}

/** A note if the registry lists the language or region of a tag as deprecated; otherwise `null`. */
export function deprecationOf(tag: string): string | null {
  const parts = parseLanguageTag(tag);
  if (parts === null) return null;
  for (const kind of ['language', 'region'] as const) {
    const subtag = parts[kind];
    const instead = subtag === null ? undefined : replacementOf(kind, subtag);
    if (instead !== undefined) {
      return `“${subtag}” is outdated${instead === null ? '' : `, use “${instead}” instead`}`;
    }
  }
  return null;
}

/** Shortens a string for use in a summary. */
export function shorten(text: string, maxLength = 40): string {
  if (text.length <= maxLength) return text;
  // The cut may split a surrogate pair; stores accept only well-formed strings.
  return `${text.slice(0, maxLength - 1)}…`.toWellFormed();
}
