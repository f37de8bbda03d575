import type { PageFacts } from '../page/page-facts.ts';
import { memoize } from './memoize.ts';
import { ownArticlesOf } from './publication-dates.ts';
import type { Entity } from './structured-data/entities.ts';
import { isA } from './structured-data/page-entities.ts';

/**
 * The structured data of the news article or blog post that a page certainly is; `null` if it is not one. Many themes
 * declare every page an article (`og:type`, `article:published_time`, `<article>`, schema.org's Article), also
 * those about the site, so these say nothing.
 */
export const postOf = memoize((page: PageFacts): Entity | null => {
  const [entity, ...others] = ownArticlesOf(page);
  if (entity === undefined || !entity.complete || others.length > 0) return null;
  return isA(entity, 'NewsArticle') || isA(entity, 'BlogPosting') ? entity : null;
});
