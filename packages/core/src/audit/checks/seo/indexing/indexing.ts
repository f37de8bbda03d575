import { comparableUrl } from '../../../fetch/comparable-url.ts';
import { isAllowed } from '../../../fetch/robots-rules.ts';
import type { AuditFacts, Evidence } from '../../check.ts';
import { robotsEvidence } from '../../evidence.ts';
import { canonicalLinksOf } from '../canonical/canonical-links.ts';
import { indexableHeader } from './indexable-header.ts';
import { indexableMeta } from './indexable-meta.ts';

/** What is in the way of a page. */
export interface Obstacle {
  readonly kind: 'status' | 'noindex' | 'blocked' | 'not_canonical';
  /** In words that follow "the page". */
  readonly text: string;
  /** What says so, apart from the page's own address. */
  readonly evidence: readonly Evidence[];
}

/** Why a page cannot be in Google's index as itself; `null` where nothing is in the way. */
export function obstacleToIndexing(facts: AuditFacts): Obstacle | null {
  const { response, robots } = facts;
  if (response.status < 200 || response.status >= 300) {
    return { kind: 'status', text: `has status ${response.status}`, evidence: [] };
  }
  const meta = indexableMeta.run(facts);
  if (meta.status === 'fail') {
    const text = 'has a robots meta tag with noindex';
    return { kind: 'noindex', text, evidence: meta.evidence ?? [] };
  }
  const header = indexableHeader.run(facts);
  if (header.status === 'fail') {
    const text = 'has an X-Robots-Tag with noindex';
    return { kind: 'noindex', text, evidence: header.evidence ?? [] };
  }
  if (robots.kind === 'found') {
    const { allowed, line, text } = isAllowed(robots.rules, 'Googlebot', response.finalUrl);
    if (!allowed) {
      const evidence = line === null ? [] : [robotsEvidence(text ?? '', line)];
      return { kind: 'blocked', text: 'is disallowed by robots.txt', evidence };
    }
  }
  const links = canonicalLinksOf(facts);
  const canonicals = new Set(links.flatMap(({ url }) => url ?? []));
  const [canonical] = canonicals;
  // Conflicting links are ignored by search engines.
  if (canonical === undefined || canonicals.size > 1) return null;
  if (canonical === comparableUrl(new URL(response.finalUrl))) return null;
  const evidence = links.map((link) => link.evidence);
  return { kind: 'not_canonical', text: 'has another canonical page', evidence };
}
