import { noRefresh, refreshOf, refreshOutcome } from '../../../readings/refresh.ts';
import type { Check } from '../../check.ts';

/**
 * A stricter rule than `meta-refresh`, without an exception for long delays. Few sites must meet it.
 */
export const metaRefreshDelay: Check = {
  id: 'meta-refresh-delay',
  category: 'accessibility',
  importance: 'info',
  family: 'redirects',
  title: 'The page does not refresh after a delay',
  advice:
    'Remove the meta refresh tag or the Refresh header. If the page has moved, redirect (301) on the server instead.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bisz58/',
  run: (facts) => {
    const refresh = refreshOf(facts);
    if (refresh === null) return noRefresh;
    return refreshOutcome(refresh, facts, refresh.seconds > 0 ? 'fail' : 'pass');
  },
};
