import type { LinkTagFact } from '../page/page-facts.ts';

/**
 * Whether a `<link>` names another form of the page: a version in another language, a feed. With `stylesheet`, the word
 * `alternate` makes a style sheet that visitors may choose (https://html.spec.whatwg.org/multipage/links.html#rel-alternate).
 */
export function isAlternate({ rel }: Pick<LinkTagFact, 'rel'>): boolean {
  return rel.includes('alternate') && !rel.includes('stylesheet');
}
