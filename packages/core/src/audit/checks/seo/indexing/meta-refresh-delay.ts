import type { Check } from '../../check.ts';
import { refreshOf } from './refresh.ts';
import { refreshOutcome, withoutRefresh } from './refresh-outcome.ts';

/** The stricter rule, without an exception for long delays: it goes beyond what sites are held to. */
export const metaRefreshDelay: Check = {
  id: 'meta-refresh-delay',
  category: 'seo',
  importance: 'info',
  title: 'The page never refreshes after a delay',
  advice:
    'Remove the meta refresh or the Refresh header, or let the server redirect (301) at once where the page has moved.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bisz58/',
  run: (facts) => {
    const refresh = refreshOf(facts);
    if (refresh === null) return withoutRefresh;
    return refreshOutcome(refresh, facts, refresh.seconds > 0 ? 'fail' : 'pass');
  },
};
