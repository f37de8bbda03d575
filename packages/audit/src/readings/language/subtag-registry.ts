import {
  deprecated,
  extendedLanguages,
  grandfathered,
  macrolanguages,
  privateRanges,
  regions,
  scripts,
  threeLetterLanguages,
  twoLetterLanguages,
  variants,
} from './subtags.ts';

/** The kinds of subtags in a language tag. */
type SubtagKind = 'language' | 'script' | 'region' | 'variant';

const shortLanguages = setOf(twoLetterLanguages);
const known = { script: setOf(scripts), region: setOf(regions), variant: setOf(variants) };
const replacements = groupsOf(deprecated);
const oldTags = pairsOf(setOf(grandfathered));
const membersOf = groupsOf(extendedLanguages);
const macrolanguageByMember = new Map(
  [...groupsOf(macrolanguages)].flatMap(([macro, members]) =>
    [...members.keys()].map((member) => [member, macro] as const),
  ),
);
const ranges = privateRanges
  .toLowerCase()
  .split(' ')
  .map((range) => range.split('..') as [string, string]);

/** Whether a primary language subtag is registered as a language, in any case. */
export function isLanguage(subtag: string): boolean {
  const code = subtag.toLowerCase();
  if (code.length === 2) return shortLanguages.has(code);
  if (code.length !== 3) return false;
  // With about 8,000 codes, searching the packed table is cheaper than unpacking it into a set.
  const groups = threeLetterLanguages[code.charAt(0)]?.split(' ') ?? [];
  const group = groups.find((group) => group.startsWith(code.charAt(1)));
  return group?.includes(code.charAt(2), 1) === true || isPrivate(code);
}

/** Whether a script, region or variant subtag is registered, in any case. */
export function isSubtag(kind: Exclude<SubtagKind, 'language'>, subtag: string): boolean {
  const code = subtag.toLowerCase();
  return known[kind].has(code) || (kind !== 'variant' && isPrivate(code));
}

/** Whether an extended language subtag is registered for a primary one: `cmn` in `zh-cmn`. */
export function isExtendedLanguage(language: string, subtag: string): boolean {
  return membersOf.get(language.toLowerCase())?.has(subtag.toLowerCase()) === true;
}

/** Whether a subtag is for private use: the registry gives it no meaning. */
export function isPrivate(subtag: string): boolean {
  const code = subtag.toLowerCase();
  return ranges.some(([from, to]) => code.length === from.length && from <= code && code <= to);
}

/**
 * The replacement of a deprecated subtag in the registry: `null` if it has none, `undefined` if the
 * subtag is not deprecated.
 */
export function replacementOf(kind: SubtagKind, subtag: string): string | null | undefined {
  return replacements.get(kind)?.get(subtag.toLowerCase());
}

/**
 * The replacement of a grandfathered tag, such as `i-klingon`: `null` if it has none, `undefined` if
 * the tag is not grandfathered.
 */
export function grandfatheredReplacement(tag: string): string | null | undefined {
  return oldTags.get(tag.toLowerCase());
}

/** The macrolanguage of a group of close languages: `zh` for `cmn`, `no` for `nb`. */
export function macrolanguageOf(language: string): string | null {
  return macrolanguageByMember.get(language.toLowerCase()) ?? null;
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.toLowerCase().split(' '));
}

/** Reads `head: word word>other head: …`. */
function groupsOf(words: string): ReadonlyMap<string, ReadonlyMap<string, string | null>> {
  const groups = new Map<string, Map<string, string | null>>();
  let members = new Map<string, string | null>();
  for (const word of words.split(' ')) {
    if (word.endsWith(':')) {
      members = new Map();
      for (const head of word.slice(0, -1).split('+')) groups.set(head, members);
    } else {
      const [code = '', instead = null] = word.split('>');
      members.set(code.toLowerCase(), instead);
    }
  }
  return groups;
}

function pairsOf(words: ReadonlySet<string>): ReadonlyMap<string, string | null> {
  return new Map(
    [...words].map((word) => {
      const [tag = '', instead = null] = word.split('>');
      return [tag, instead];
    }),
  );
}
