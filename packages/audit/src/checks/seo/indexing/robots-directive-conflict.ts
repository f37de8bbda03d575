import type { Outcome } from '../../../outcome.ts';
import { blocksIndexing } from '../../../readings/robots/robots-directives.ts';
import {
  evidenceOf,
  headerStatements,
  isForGoogle,
  metaStatements,
} from '../../../readings/robots/robots-statements.ts';
import type { Check } from '../../check.ts';

/** Directives that state the default. */
const inviting: ReadonlySet<string> = new Set(['index', 'all']);

/** Whether the page may be indexed is stated in one place: two places easily get out of step. */
export const robotsDirectiveConflict: Check = {
  id: 'robots-directive-conflict',
  category: 'seo',
  importance: 'info',
  family: 'indexing',
  title: 'Robots directives agree with each other',
  advice:
    'Keep one directive and remove the others. Search engines apply the strictest one: noindex wins over index.',
  why: 'Of two contradicting instructions search engines follow the stricter one, which may be the one left there by mistake.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  run: (facts): Outcome => {
    const statements = [...metaStatements(facts), ...headerStatements(facts)].filter(isForGoogle);
    const forbids = statements.filter(({ directive }) => blocksIndexing(directive, facts.now));
    const invites = statements.filter(({ directive }) => inviting.has(directive.name));
    const value = { index: invites.length, noindex: forbids.length };
    if (forbids.length === 0 && invites.length === 0) {
      return { status: 'na', summary: 'The page sets neither index nor noindex.', value };
    }
    if (forbids.length > 0 && invites.length > 0) {
      return {
        status: 'warn',
        summary: 'The page sets both index and noindex; search engines follow noindex.',
        value,
        evidence: evidenceOf([...forbids, ...invites]),
      };
    }
    if (new Set(forbids.map(({ place }) => place)).size > 1) {
      return {
        status: 'warn',
        summary: 'Indexing is blocked in two places: a meta tag and a header.',
        value,
        evidence: evidenceOf(forbids),
      };
    }
    const effect = forbids.length > 0 ? 'blocks' : 'allows';
    return { status: 'pass', summary: `Every robots directive ${effect} indexing.`, value };
  },
};
