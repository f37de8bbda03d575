import {
  disturbsReaders,
  noRefresh,
  refreshOf,
  refreshOutcome,
} from '../../../readings/refresh.ts';
import type { Check } from '../../check.ts';

/**
 * The page does not replace itself while visitors read it.
 *
 * @remarks The page may refresh at once, or after more than 20 hours: that is longer than anyone reads.
 */
export const metaRefresh: Check = {
  id: 'meta-refresh',
  category: 'accessibility',
  importance: 'low',
  family: 'redirects',
  title: 'The page stays as it is while visitors read it',
  advice:
    'Remove the meta refresh tag or the Refresh header. If the page has moved, redirect (301) on the server. If its content changes, let visitors reload it.',
  why: 'The page changes while people read it or fill in a form, so they may lose their place and what they have typed.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/',
  run: (facts) => {
    const refresh = refreshOf(facts);
    if (refresh === null) return noRefresh;
    return refreshOutcome(refresh, facts, disturbsReaders(refresh) ? 'fail' : 'pass');
  },
};
