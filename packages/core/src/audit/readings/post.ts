import type { PageFacts, SourceTag } from '../page/page-facts.ts';
import { ownArticlesOf } from './publication-dates.ts';
import type { Entity } from './structured-data/entities.ts';
import { isA } from './structured-data/page-entities.ts';
import { memoize } from './text/memoize.ts';

/** A news article or a blog post that is what a page is about. */
export interface Post {
  /** What says so: its structured data or a meta tag. */
  readonly tag: SourceTag;
  /** Its structured data; `null` if only a meta tag says so. */
  readonly entity: Entity | null;
}

/**
 * The news article or blog post that a page certainly is; `null` if it is none. Many themes declare every page an
 * article (`og:type`, `<article>`, schema.org's Article), also those about the site, so these say nothing.
 */
export const postOf = memoize((page: PageFacts): Post | null => {
  const [entity, ...others] = ownArticlesOf(page);
  if (entity !== undefined) {
    const isPost = isA(entity, 'NewsArticle') || isA(entity, 'BlogPosting');
    return isPost && entity.complete && others.length === 0
      ? { tag: entity.item.tag(), entity }
      : null;
  }
  const [meta, ...more] = page.metas.filter(
    ({ property, name }) => (property ?? name)?.trim().toLowerCase() === 'article:published_time',
  );
  return meta === undefined || more.length > 0 ? null : { tag: meta, entity: null };
});
