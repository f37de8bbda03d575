import type { MetaFact, PageFacts } from '../page/page-facts.ts';
import { isWebUrlText } from '../url/web-url.ts';
import { memoize } from './memoize.ts';
import { firstOf } from './notes.ts';

/** A meta tag for link previews. */
export interface ShareTag {
  readonly meta: MetaFact;
  /** Its value, trimmed, not empty. */
  readonly content: string;
}

/**
 * The non-empty tags of Open Graph and of X's cards, by lower-case name. Like link previews, they are
 * read from `property` and from `name`, and anywhere in the page.
 */
export const shareTagsOf = memoize((page: PageFacts): ReadonlyMap<string, readonly ShareTag[]> => {
  const tags = new Map<string, ShareTag[]>();
  for (const meta of firstOf(page, page.metas, maxMetas, 'meta tags are read for link previews')) {
    const names = namesOf(meta);
    if (names.length === 0) continue;
    const content = meta.content?.trim() ?? '';
    if (content === '') continue;
    for (const name of names) {
      const known = tags.get(name);
      if (known === undefined) tags.set(name, [{ meta, content }]);
      else known.push({ meta, content });
    }
  }
  return tags;
});

/** Limits for meta tags, and for the length of a list of names. */
const maxMetas = 2_000;
const maxNamesLength = 100;

/** `property` is a list of names; a tag may have both attributes. */
function namesOf({ property, name }: MetaFact): readonly string[] {
  const written =
    property === null || name === null ? (property ?? name ?? '') : `${property} ${name}`;
  if (!written.includes(':')) return [];
  const list = written.slice(0, maxNamesLength).toLowerCase();
  if (!/\s/.test(list)) return isShareName(list) ? [list] : [];
  return [...new Set(list.split(/\s+/).filter(isShareName))];
}

function isShareName(word: string): boolean {
  return word.startsWith('og:') || word.startsWith('twitter:');
}

/** The Open Graph images, in source order. */
export function shareImagesOf(tags: ReadonlyMap<string, readonly ShareTag[]>): readonly ShareTag[] {
  return ['og:image', 'og:image:url', 'og:image:secure_url'].flatMap(
    (name) => tags.get(name) ?? [],
  );
}

/** The name of a tag, as it is written. */
export function shareNameOf({ meta: { property, name } }: ShareTag): string {
  return (property ?? name ?? '').trim().slice(0, maxNamesLength);
}

/** Whether a URL is absolute, and so works outside the page. */
export function isAbsoluteUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && isWebUrlText(text);
}
