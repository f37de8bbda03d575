import type { AuditFacts } from '../audit-facts.ts';
import type { Outcome } from '../outcome.ts';
import type { Refresh } from './refresh.ts';
import { shortList } from './short-list.ts';

/** The outcome for a page without a refresh. */
export const noRefresh: Outcome = {
  status: 'na',
  summary: 'The page has no meta refresh tag and no Refresh header.',
};

/** The outcome for a page with a refresh. */
export function refreshOutcome(
  { seconds, url, evidence, place }: Refresh,
  { response }: AuditFacts,
  status: 'pass' | 'fail',
): Outcome {
  const what = url.href === new URL(response.finalUrl).href ? 'reloads' : 'loads another URL';
  const delay = seconds === 1 ? '1 second' : `${seconds} seconds`;
  const when = seconds === 0 ? 'immediately' : `after ${delay}`;
  const [target = ''] = shortList([url.href]);
  return {
    status,
    summary: `The page ${what} by itself ${when}.`,
    value: { place, seconds, url: target },
    evidence: [evidence],
  };
}
