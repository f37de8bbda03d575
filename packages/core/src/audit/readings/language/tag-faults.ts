import { parseLanguageTag, primarySubtagOf } from './language-tag.ts';
import { shorten } from './shorten.ts';
import {
  grandfatheredReplacement,
  isExtendedLanguage,
  isLanguage,
  isPrivate,
  isSubtag,
  replacementOf,
} from './subtag-registry.ts';

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
