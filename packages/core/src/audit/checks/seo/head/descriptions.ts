import type { MetaFact, PageFacts } from '../../../page/page-facts.ts';
import { isVisible } from './text-length.ts';

/** No page has so many on purpose; more are not looked at. */
const most = 100;

/** A meta description of the page. */
export interface Description {
  readonly tag: MetaFact;
  /** White space collapsed and trimmed; `''` where there is nothing to see. */
  readonly text: string;
}

/** The page's meta descriptions, the first 100, in the head and outside it. */
export function descriptionsOf(page: PageFacts): readonly Description[] {
  return page.metas
    .filter(({ name }) => name?.trim().toLowerCase() === 'description')
    .slice(0, most)
    .map((tag) => {
      const content = tag.content ?? '';
      return { tag, text: isVisible(content) ? content.replace(/\s+/g, ' ').trim() : '' };
    });
}

/** The description that search engines take: the first in the head that says something. */
export function descriptionOf(page: PageFacts): Description | undefined {
  return descriptionsOf(page).find(({ tag, text }) => tag.inHead && text !== '');
}
