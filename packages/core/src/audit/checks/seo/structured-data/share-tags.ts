import type { MetaFact, PageFacts } from '../../../page/page-facts.ts';

/** A meta tag for those who show a preview of the page where it is shared. */
export interface ShareTag {
  readonly meta: MetaFact;
  /** Its value, trimmed, not empty. */
  readonly content: string;
}

/**
 * The tags of Open Graph and of X's cards that say something, by name in lower case. Both are read
 * from `property` and from `name`, as those who show previews do, and wherever they stand.
 */
export function shareTagsOf(page: PageFacts): ReadonlyMap<string, readonly ShareTag[]> {
  const tags = new Map<string, ShareTag[]>();
  for (const meta of page.metas) {
    const content = meta.content?.trim() ?? '';
    if (content === '') continue;
    // `property` takes a list; one tag may be for both.
    const words = `${meta.property ?? ''} ${meta.name ?? ''}`.toLowerCase().split(/\s+/);
    for (const word of new Set(words)) {
      if (!word.startsWith('og:') && !word.startsWith('twitter:')) continue;
      const known = tags.get(word);
      if (known === undefined) tags.set(word, [{ meta, content }]);
      else known.push({ meta, content });
    }
  }
  return tags;
}

/** The images that Open Graph names, in the order of the page. */
export function shareImagesOf(tags: ReadonlyMap<string, readonly ShareTag[]>): readonly ShareTag[] {
  return ['og:image', 'og:image:url', 'og:image:secure_url'].flatMap(
    (name) => tags.get(name) ?? [],
  );
}

/** Whether a URL can be used where the page's own address is not known. */
export function isAbsoluteUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
