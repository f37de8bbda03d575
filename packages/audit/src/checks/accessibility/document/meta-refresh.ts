import {
  disturbsReaders,
  noRefresh,
  refreshOf,
  refreshOutcome,
} from '../../../readings/refresh.ts';
import type { Check } from '../../check.ts';

/** The page does not replace itself while visitors read it. */
export const metaRefresh: Check = {
  id: 'meta-refresh',
  category: 'accessibility',
  importance: 'low',
  family: 'redirects',
  title: 'The page does not reload while visitors read it',
  advice:
    'Remove the meta refresh tag or the Refresh header. If the page has moved, redirect (301) on the server. If its content changes, let visitors reload it.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/',
  run: (facts) => {
    const refresh = refreshOf(facts);
    if (refresh === null) return noRefresh;
    return refreshOutcome(refresh, facts, disturbsReaders(refresh) ? 'fail' : 'pass');
  },
};
