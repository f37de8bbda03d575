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
 * Why the primary subtag of a tag is no language of the registry, in words; `null` where it is one.
 * Whatever follows it does not matter: readers of the tag find the language all the same.
 */
export function languageFault(tag: string): string | null {
  const primary = primarySubtagOf(tag);
  if (isLanguage(primary)) return null;
  const shown = shorten(tag);
  if (tag.trim() === '') return 'the value is only white space';
  if (tag !== tag.trim()) return `“${shown}” has white space around it`;
  const instead = grandfatheredReplacement(tag);
  if (instead) return `“${shown}” is out of date, it is “${instead}” now`;
  if (tag.includes('_')) return `“${shown}” has an underscore in the place of a hyphen`;
  const named = shorten(primary);
  if (isSubtag('region', primary) && !/\d/.test(primary) && !isPrivate(primary)) {
    return `“${named}” is the code of a country and not of a language`;
  }
  if (/^[a-z]{3}$/i.test(primary)) {
    return `“${named}” is not registered: a language that has a code of two letters goes by that one`;
  }
  return `“${named}” is not the code of a language`;
}

/** What is wrong with the parts of a tag that follow its language, in words; `null` for nothing. */
export function subtagFault(tag: string): string | null {
  const parts = parseLanguageTag(tag);
  if (parts === null) return `“${shorten(tag)}” is not put together as a language tag is`;
  const { language, extended, script, region, variants } = parts;
  if (extended !== null && !isExtendedLanguage(language, extended)) {
    return `“${extended}” does not go with “${language}”`;
  }
  if (script !== null && !isSubtag('script', script)) return `“${script}” is no script`;
  if (region !== null && !isSubtag('region', region)) {
    return region.toUpperCase() === 'UK'
      ? `“${region}” is no region: the United Kingdom is “GB”`
      : `“${region}” is no region`;
  }
  const unknown = variants.find((variant) => !isSubtag('variant', variant));
  return unknown === undefined ? null : `“${unknown}” is not registered`;
}

/** What the registry says of a tag's language or region being out of date, in words. */
export function deprecationOf(tag: string): string | null {
  const parts = parseLanguageTag(tag);
  if (parts === null) return null;
  for (const kind of ['language', 'region'] as const) {
    const subtag = parts[kind];
    const instead = subtag === null ? undefined : replacementOf(kind, subtag);
    if (instead !== undefined) {
      return `“${subtag}” is out of date${instead === null ? '' : `, it is “${instead}” now`}`;
    }
  }
  return null;
}
