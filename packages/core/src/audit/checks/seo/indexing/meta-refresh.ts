import type { Check } from '../../check.ts';
import { refreshOf } from './refresh.ts';
import { refreshOutcome, withoutRefresh } from './refresh-outcome.ts';

/** Twenty hours: longer than anyone reads (W3C ACT rule bc659a; WCAG 2.2, success criterion 2.2.1). */
const longestSeconds = 72_000;

/** The page is not taken away from those who still read it. */
export const metaRefresh: Check = {
  id: 'meta-refresh',
  category: 'seo',
  importance: 'low',
  title: 'The page does not refresh by itself while it is read',
  advice:
    'Remove the meta refresh or the Refresh header. If the page has moved, let the server redirect (301); if its content changes, let readers ask for it.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/',
  run: (facts) => {
    const refresh = refreshOf(facts);
    if (refresh === null) return withoutRefresh;
    const disturbs = refresh.seconds > 0 && refresh.seconds <= longestSeconds;
    return refreshOutcome(refresh, facts, disturbs ? 'fail' : 'pass');
  },
};
