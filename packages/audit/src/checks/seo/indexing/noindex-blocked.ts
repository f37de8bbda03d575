import { isAllowed } from '../../../fetch/robots/robots-rules.ts';
import type { Outcome } from '../../../outcome.ts';
import { robotsEvidence } from '../../../readings/evidence.ts';
import { blocksIndexing } from '../../../readings/robots/robots-directives.ts';
import {
  evidenceOf,
  headerStatements,
  isForGoogle,
  metaStatements,
} from '../../../readings/robots/robots-statements.ts';
import type { Check } from '../../check.ts';

/** A noindex works only where search engines may fetch the page and read it. */
export const noindexBlocked: Check = {
  id: 'noindex-blocked',
  category: 'seo',
  importance: 'low',
  family: 'indexing',
  title: 'Search engines can read the noindex of the page',
  advice:
    'Allow this page in robots.txt as long as it has noindex. A blocked page can still appear in search results because other pages link to it.',
  why: 'A search engine that may not open the page never sees that it should stay out of the results, and may list it anyway.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
  run: (facts): Outcome => {
    const { robots, response, now } = facts;
    const forbids = [...metaStatements(facts), ...headerStatements(facts)].filter(
      (statement) => isForGoogle(statement) && blocksIndexing(statement.directive, now),
    );
    if (forbids.length === 0) return { status: 'na', summary: 'The page does not use noindex.' };
    if (robots.kind === 'unknown' || robots.kind === 'server_error') {
      return { status: 'error', summary: 'robots.txt could not be fetched.' };
    }
    const verdict =
      robots.kind === 'found' ? isAllowed(robots.rules, 'Googlebot', response.finalUrl) : null;
    if (verdict === null || verdict.allowed) {
      return {
        status: 'pass',
        summary: 'robots.txt allows search engines to fetch the page and read its noindex.',
      };
    }
    const line = verdict.line === null ? [] : [robotsEvidence(verdict.text ?? '', verdict.line)];
    return {
      status: 'fail',
      summary: 'The page has noindex, but robots.txt blocks search engines from reading it.',
      evidence: [...line, ...evidenceOf(forbids)],
    };
  },
};
