import { comparableUrl } from '../../../fetch/comparable-url.ts';
import { isAllowed } from '../../../fetch/robots-rules.ts';
import type { AuditFacts } from '../../check.ts';
import { canonicalLinksOf } from '../canonical/canonical-links.ts';
import { indexableHeader } from './indexable-header.ts';
import { indexableMeta } from './indexable-meta.ts';

/** Why a page cannot be in Google's index as itself, in words; `null` where nothing is in the way. */
export function obstacleToIndexing(facts: AuditFacts): string | null {
  const { response, robots } = facts;
  if (response.status < 200 || response.status >= 300) return `has status ${response.status}`;
  if (indexableMeta.run(facts).status === 'fail') return 'has a robots meta tag with noindex';
  if (indexableHeader.run(facts).status === 'fail') return 'has an X-Robots-Tag with noindex';
  const blocked =
    robots.kind === 'found' && !isAllowed(robots.rules, 'Googlebot', response.finalUrl).allowed;
  if (blocked) return 'is disallowed by robots.txt';
  const canonicals = new Set(canonicalLinksOf(facts).flatMap(({ url }) => url ?? []));
  const [canonical] = canonicals;
  // Conflicting links are ignored by search engines.
  if (canonical === undefined || canonicals.size > 1) return null;
  return canonical === comparableUrl(new URL(response.finalUrl))
    ? null
    : 'has another canonical page';
}
