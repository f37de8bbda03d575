import type { AuditFacts } from '../../audit-facts.ts';
import { sourceFactsOf } from '../../readings/rendered-page.ts';
import { blocksIndexing } from '../../readings/robots/robots-directives.ts';
import {
  evidenceOf,
  isForGoogle,
  metaStatements,
  type RobotsStatement,
} from '../../readings/robots/robots-statements.ts';
import type { Check } from '../check.ts';

/**
 * Scripts neither add nor remove a noindex: Google may not run them where it finds one.
 *
 * @remarks That a noindex that scripts add is a failure, too, is ours.
 */
export const jsRobots: Check = {
  id: 'js-robots',
  category: 'seo',
  importance: 'high',
  reads: 'browser',
  title: 'Robots directives are the same before and after scripts run',
  advice:
    'Send the robots meta tag in the HTML of the server, as it should be after scripts have run.',
  why: 'The page may vanish from search results, or appear there against your will, depending on whether a search engine runs scripts.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics#use-meta-robots-tags-carefully',
  run: (facts) => {
    const [before, after] = [noindexOf(sourceFactsOf(facts)), noindexOf(facts)];
    if (before.length > 0 === after.length > 0) {
      return { status: 'pass', summary: 'Scripts do not change the robots meta tag.' };
    }
    return after.length > 0
      ? {
          status: 'fail',
          summary: `Scripts add “${textOf(after)}”, which the HTML of the server does not have.`,
          evidence: evidenceOf(after),
        }
      : {
          status: 'fail',
          summary: `Scripts remove “${textOf(before)}”. Google may not run the scripts of a page with it.`,
          evidence: evidenceOf(before),
        };
  },
};

function noindexOf(facts: AuditFacts): readonly RobotsStatement[] {
  return metaStatements(facts).filter(
    (statement) => isForGoogle(statement) && blocksIndexing(statement.directive, facts.now),
  );
}

function textOf([statement]: readonly RobotsStatement[]): string {
  return statement?.text ?? '';
}
