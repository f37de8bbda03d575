import {
  disturbsReaders,
  noRefresh,
  refreshOf,
  refreshOutcome,
} from '../../../readings/refresh.ts';
import type { Check } from '../../check.ts';

/**
 * The long delays that `meta-refresh` allows: the stricter rule has no exception. Few sites must meet it.
 */
export const metaRefreshDelay: Check = {
  id: 'meta-refresh-delay',
  category: 'accessibility',
  importance: 'info',
  family: 'redirects',
  title: 'The page stays open however long visitors read it',
  advice:
    'Remove the meta refresh tag or the Refresh header. If the page has moved, redirect (301) on the server instead.',
  why: 'Even a late reload can interrupt people who need more time, and takes screen readers back to the top of the page.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bisz58/',
  run: (facts) => {
    const refresh = refreshOf(facts);
    if (refresh === null) return noRefresh;
    const outcome = refreshOutcome(refresh, facts, refresh.seconds > 0 ? 'fail' : 'pass');
    if (!disturbsReaders(refresh)) return outcome;
    // One cause is one finding.
    const summary = 'The page reloads while visitors read it, which is a separate finding.';
    return { ...outcome, status: 'na', summary, evidence: [] };
  },
};
