import { isAllowed } from '../../../fetch/robots-rules.ts';
import type { Check, Outcome } from '../../check.ts';
import { robotsEvidence } from '../../evidence.ts';
import { blocksIndexing } from './robots-directives.ts';
import { headerStatements, isForGoogle, metaStatements, placesOf } from './robots-statements.ts';

/** A noindex works only where search engines may fetch the page and read it. */
export const noindexBlocked: Check = {
  id: 'noindex-blocked',
  category: 'seo',
  importance: 'low',
  title: 'Search engines can see the noindex of the page',
  advice:
    'Let robots.txt allow this page as long as it has noindex: a page that may not be fetched can still be listed, by the links to it.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
  run: (facts): Outcome => {
    const { robots, response, now } = facts;
    const forbids = [...metaStatements(facts), ...headerStatements(facts)].filter(
      (statement) => isForGoogle(statement) && blocksIndexing(statement.directive, now),
    );
    if (forbids.length === 0) return { status: 'na', summary: 'The page has no noindex.' };
    if (robots.kind === 'unknown' || robots.kind === 'server_error') {
      return { status: 'error', summary: 'robots.txt could not be fetched.' };
    }
    const verdict =
      robots.kind === 'found' ? isAllowed(robots.rules, 'Googlebot', response.finalUrl) : null;
    if (verdict === null || verdict.allowed) {
      return { status: 'pass', summary: 'Search engines may fetch the page and see its noindex.' };
    }
    const line = verdict.line === null ? [] : [robotsEvidence(verdict.text ?? '', verdict.line)];
    return {
      status: 'fail',
      summary: 'The page has noindex, and robots.txt keeps search engines from reading it.',
      evidence: [...line, ...placesOf(forbids)],
    };
  },
};
