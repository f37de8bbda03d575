import type { Outcome } from '../../check.ts';
import { shortList } from '../../short-list.ts';
import { blocksIndexing, directiveText, maySayNoindex, restricts } from './robots-directives.ts';
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
  const doubtful = statements.filter((one) => isForGoogle(one) && maySayNoindex(one.directive));
  const [first] = doubtful;
  if (first !== undefined) {
    const [said = ''] = shortList([first.directive.name]);
    return {
      status: 'warn',
      summary: `${aOrAn} ${what} says “${said}” without a comma, which search engines may or may not take for noindex.`,
      value,
      evidence: placesOf(doubtful),
    };
  }
  const limits = statements.filter((one) => isForGoogle(one) && restricts(one.directive));
  const named = shortList(new Set(limits.map(({ directive }) => directiveText(directive))));
  const summary =
    named.length === 0
      ? `No ${what} forbids indexing.`
      : `No ${what} forbids indexing; what search engines do with the page is limited by ${named.slice(0, 5).join(', ')}.`;
  return { status: 'pass', summary, value, evidence: placesOf(limits) };
}
