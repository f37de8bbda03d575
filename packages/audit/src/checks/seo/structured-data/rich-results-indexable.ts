import type { Outcome } from '../../../outcome.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { obstacleToIndexing } from '../../../readings/robots/obstacle-to-indexing.ts';
import { isA, pageEntitiesOf } from '../../../readings/structured-data/page-entities.ts';
import type { Check } from '../../check.ts';

/** Types of which a page is about one. Others, such as breadcrumbs, are on every page of a site. */
const types = ['Recipe', 'JobPosting', 'Event', 'Product', 'Course', 'Dataset', 'QAPage'] as const;

/**
 * Rich results are marked up on pages that can be indexed. The noindex has its own check and may be intended, so
 * this is information.
 */
export const richResultsIndexable: Check = {
  id: 'rich-results-indexable',
  category: 'seo',
  importance: 'info',
  family: 'structured-data',
  title: 'Pages marked up for rich results can be indexed',
  advice:
    'Remove noindex if the page should appear in search results. Otherwise nothing needs to be done: the structured data has no effect.',
  why: 'The page is kept out of search results, so the extras that its data describes cannot appear there.',
  source: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
  run: (facts): Outcome => {
    const { all } = pageEntitiesOf(facts.page);
    const [entity, ...others] = all.filter(
      (candidate) => candidate.top && types.some((type) => isA(candidate, type)),
    );
    if (entity === undefined) {
      const summary = 'The page is not marked up for a separate rich result.';
      return { status: 'na', summary };
    }
    // Lists of products and jobs are often kept out of search, unlike their pages.
    if (others.length > 0) {
      return { status: 'na', summary: 'The structured data describes several things.' };
    }
    const type = types.find((known) => isA(entity, known)) ?? '';
    const obstacle = obstacleToIndexing(facts);
    if (obstacle?.kind !== 'noindex') {
      return { status: 'pass', summary: `The page with the ${type} has no noindex.` };
    }
    return {
      status: 'warn',
      summary: `The page is marked up as ${type}, but ${obstacle.text}, so that no rich result can appear.`,
      evidence: [tagEvidence(entity.item.tag()), ...obstacle.evidence],
    };
  },
};
