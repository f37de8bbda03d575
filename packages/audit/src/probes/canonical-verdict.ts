import type { AuditFacts } from '../audit-facts.ts';
import { memoize } from '../readings/memoize.ts';
import { comparableOwnUrlOf } from '../readings/own-url.ts';
import { comparableUrl, withoutTracking } from '../url/comparable-url.ts';
import type { LinkedPage, NoResponse } from './probe-facts.ts';
import {
  isPermanentFailure,
  obstacleOf,
  reasonText,
  shortUrl,
  statusMeaning,
} from './probe-verdicts.ts';

/** What the request for the canonical page showed. */
type CanonicalVerdict =
  /** It is this page, or there is none. */
  | { readonly kind: 'none' }
  /** Search engines cannot index it. `what` follows its URL in a sentence. */
  | { readonly kind: 'unindexable'; readonly what: string }
  /** It redirects back to this page, perhaps without its tracking parameters. */
  | { readonly kind: 'back' }
  /** It can be indexed, perhaps after redirects. */
  | { readonly kind: 'indexable'; readonly page: LinkedPage }
  /** Another client may get another status. */
  | { readonly kind: 'unclear'; readonly status: number }
  | { readonly kind: 'not_requested'; readonly failure: NoResponse };

/** Whether search engines can index the canonical page of a page. */
export const canonicalVerdictOf = memoize((facts: AuditFacts): CanonicalVerdict => {
  const { canonical } = facts.probes;
  if (canonical === null) return { kind: 'none' };
  const unindexable = (what: string) => ({ kind: 'unindexable', what }) as const;
  if (canonical.kind === 'disallowed') return unindexable('is blocked by robots.txt');
  if (canonical.kind !== 'response') {
    return isPermanentFailure(canonical)
      ? unindexable(`cannot be reached: ${reasonText(canonical)}`)
      : { kind: 'not_requested', failure: canonical };
  }
  const { status, redirects, finalUrl } = canonical;
  const meaning = statusMeaning(status);
  if (meaning === 'missing') return unindexable(`has status ${status}`);
  if (meaning === 'unclear') return { kind: 'unclear', status };
  const obstacle = obstacleOf(canonical, facts.now);
  if (obstacle !== null) return unindexable(obstacle);
  const page = comparableOwnUrlOf(facts);
  const isBack =
    redirects.length > 0 &&
    [page, withoutTracking(page)].includes(comparableUrl(new URL(finalUrl)));
  return isBack ? { kind: 'back' } : { kind: 'indexable', page: canonical };
});

/** The URL that a canonical page redirects to; `null` if it does not redirect. */
export function redirectTargetOf({ redirects, finalUrl }: LinkedPage): string | null {
  return redirects.length === 0 ? null : shortUrl(finalUrl);
}
