import type { Outcome } from '../../../outcome.ts';
import type { PageFacts } from '../../../page/page-facts.ts';
import { breadcrumbOf } from '../../../readings/breadcrumb.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { obstacleToIndexing } from '../../../readings/robots/obstacle-to-indexing.ts';
import type { Check } from '../../check.ts';

/**
 * A breadcrumb that visitors see is in the structured data, too, so that search results can show it.
 *
 * @remarks That a visible breadcrumb should have one is ours, and a matter of choice.
 */
export const breadcrumbMarkup: Check = {
  id: 'breadcrumb-markup',
  category: 'seo',
  importance: 'info',
  title: 'The breadcrumb is in the structured data, too',
  advice:
    'Add JSON-LD with the steps of the breadcrumb: <script type="application/ld+json">{"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "name": "Books", "item": "https://example.com/books"}, …]}</script>.',
  why: 'With this data, Google can show in its results where the page belongs on the site.',
  source: 'https://developers.google.com/search/docs/appearance/structured-data/breadcrumb',
  run: (facts): Outcome => {
    const { page } = facts;
    const breadcrumb = breadcrumbOf(facts);
    if (breadcrumb === null) {
      return { status: 'na', summary: 'The page has no list that is certainly a breadcrumb.' };
    }
    if (hasMarkup(page)) {
      return { status: 'pass', summary: 'The structured data has a BreadcrumbList.' };
    }
    if (page.jsonLd.some(({ truncated }) => truncated)) {
      return { status: 'error', summary: 'The structured data is too large to read all of it.' };
    }
    const obstacle = obstacleToIndexing(facts);
    if (obstacle !== null) {
      const summary = `Search results do not show the page and its breadcrumb: it ${obstacle.text}.`;
      return { status: 'na', summary };
    }
    return {
      status: 'warn',
      summary:
        'The page shows a breadcrumb, but its HTML has no BreadcrumbList for search results.',
      evidence: [tagEvidence(breadcrumb)],
    };
  },
};

/** Whether any structured data names the type: whether it is correct is for other checks. */
function hasMarkup({ items, jsonLd }: PageFacts): boolean {
  return (
    jsonLd.some(({ text }) => text.includes('BreadcrumbList')) ||
    items.some(({ types }) => types.some((type) => type.endsWith('BreadcrumbList')))
  );
}
