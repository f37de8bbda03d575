import type { AuditFacts } from '../audit-facts.ts';
import { withoutTracking } from '../url/comparable-url.ts';
import { canonicalUrlOf } from './canonical-links.ts';
import { memoize } from './memoize.ts';
import { comparableOwnUrlOf } from './own-url.ts';

/** What the canonical link of a page names. */
interface CanonicalRelation {
  /**
   * `self`: the page. `untracked`: the page without its tracking parameters. `https` or `http`: one of those
   * with this scheme, which the page does not have itself. `other`: another page.
   */
  readonly kind: 'self' | 'untracked' | 'https' | 'http' | 'other';
  /** As `CanonicalLink.url`. */
  readonly target: string;
}

/** What the canonical links of a page agree on; `null` if there is none, or several. */
export const canonicalRelationOf = memoize((facts: AuditFacts): CanonicalRelation | null => {
  const target = canonicalUrlOf(facts);
  return target === null ? null : { kind: relationOf(target, comparableOwnUrlOf(facts)), target };
});

function relationOf(target: string, page: string): CanonicalRelation['kind'] {
  if (target === page) return 'self';
  const untracked = withoutTracking(page);
  if (target === untracked) return 'untracked';
  const isWith = (scheme: string) =>
    [page, untracked].some((url) => target === url.replace(/^https?:/, scheme));
  // With its own port, a server has only one of both schemes.
  if (isWith('https:')) return 'https';
  return isWith('http:') ? 'http' : 'other';
}
