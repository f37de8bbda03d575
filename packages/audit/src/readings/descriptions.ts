import type { MetaFact, PageFacts } from '../page/page-facts.ts';
import { memoize } from './memoize.ts';
import { metasNamed } from './metas-by-name.ts';
import { firstOf } from './notes.ts';
import { isVisible } from './text-length.ts';

/** Only the first descriptions are read. */
const maxDescriptions = 100;

/** A meta description of the page. */
interface Description {
  readonly tag: MetaFact;
  /** White space collapsed and trimmed; `''` if nothing is visible. */
  readonly text: string;
}

/** The page's meta descriptions, the first 100, in the head and outside it. */
export const descriptionsOf = memoize((page: PageFacts): readonly Description[] => {
  const tags = metasNamed(page, 'description');
  return firstOf(page, tags, maxDescriptions, 'meta descriptions are read').map((tag) => {
    const content = tag.content ?? '';
    return { tag, text: isVisible(content) ? content.replace(/\s+/g, ' ').trim() : '' };
  });
});

/** The description that search engines use: the first non-empty one in the head. */
export function descriptionOf(page: PageFacts): Description | undefined {
  return descriptionsOf(page).find(({ tag, text }) => tag.inHead && text !== '');
}
