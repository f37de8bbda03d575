import type { AuditFacts, Outcome } from '../../check.ts';
import { shortList } from '../../short-list.ts';
import type { Refresh } from './refresh.ts';

/** What is said of a page without a refresh. */
export const withoutRefresh: Outcome = {
  status: 'na',
  summary: 'The page does not refresh by itself.',
};

/** What is said of one with a refresh. */
export function refreshOutcome(
  { seconds, url, evidence, place }: Refresh,
  { response }: AuditFacts,
  status: 'pass' | 'fail',
): Outcome {
  const what = url.href === new URL(response.finalUrl).href ? 'reloads' : 'loads another address';
  const delay = seconds === 1 ? '1 second' : `${seconds} seconds`;
  const when = seconds === 0 ? 'at once' : `after ${delay}`;
  const [address = ''] = shortList([url.href]);
  return {
    status,
    summary: `The page ${what} by itself ${when}.`,
    value: { place, seconds, url: address },
    evidence: [evidence],
  };
}
