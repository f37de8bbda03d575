import type { Outcome } from '../../outcome.ts';
import { shortList } from '../short-list.ts';
import { blocksIndexing, directiveText, mayMeanNoindex, restricts } from './robots-directives.ts';
import {
  isForGoogle,
  isForOtherSearch,
  placesOf,
  type RobotsStatement,
} from './robots-statements.ts';

/** Whether directives keep the page out of search results. `what` names their place, for the summary. */
export function statementsOutcome(
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
      summary: `${aOrAn} ${what} blocks indexing by some search engines: ${names}.`,
      value,
      evidence: placesOf(forOthers),
    };
  }
  const doubtful = statements.filter((one) => isForGoogle(one) && mayMeanNoindex(one.directive));
  const [first] = doubtful;
  if (first !== undefined) {
    const [quoted = ''] = shortList([first.directive.name]);
    return {
      status: 'warn',
      summary: `${aOrAn} ${what} contains “${quoted}” without a comma; search engines may treat it as noindex.`,
      value,
      evidence: placesOf(doubtful),
    };
  }
  const limits = statements.filter((one) => isForGoogle(one) && restricts(one.directive));
  const named = shortList(new Set(limits.map(({ directive }) => directiveText(directive))));
  const summary =
    statements.length === 0
      ? `The page sets no directives in ${aOrAn.toLowerCase()} ${what}.`
      : named.length === 0
        ? `${aOrAn} ${what} is present and allows indexing.`
        : `${aOrAn} ${what} allows indexing, but limits what search engines show or follow: ${named.slice(0, 5).join(', ')}.`;
  return { status: 'pass', summary, value, evidence: placesOf(limits) };
}
