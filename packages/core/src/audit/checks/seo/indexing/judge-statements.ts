import type { Outcome } from '../../check.ts';
import { shortList } from '../../short-list.ts';
import { blocksIndexing } from './robots-directives.ts';
import {
  isForGoogle,
  isForOtherSearch,
  placesOf,
  type RobotsStatement,
} from './robots-statements.ts';

/** Whether some directives keep the page out of search. `what` is where they stand, in words. */
export function judgeStatements(
  statements: readonly RobotsStatement[],
  what: string,
  now: Date,
): Outcome {
  const aOrAn = what.startsWith('X') ? 'An' : 'A';
  const value = shortList(statements.map(({ text }) => text));
  const blocking = statements.filter(({ directive }) => blocksIndexing(directive, now));
  const forGoogle = blocking.filter(isForGoogle);
  if (forGoogle.length > 0) {
    return {
      status: 'fail',
      summary: `${aOrAn} ${what} tells search engines not to index the page.`,
      value,
      evidence: placesOf(forGoogle),
    };
  }
  const forOthers = blocking.filter(isForOtherSearch);
  if (forOthers.length > 0) {
    const names = [...new Set(forOthers.map(({ agent }) => agent))].join(', ');
    return {
      status: 'warn',
      summary: `${aOrAn} ${what} keeps the page out of some search engines: ${names}.`,
      value,
      evidence: placesOf(forOthers),
    };
  }
  return { status: 'pass', summary: `No ${what} forbids indexing.`, value };
}
