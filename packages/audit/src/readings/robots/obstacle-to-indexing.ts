import type { AuditFacts } from '../../audit-facts.ts';
import { isAllowed } from '../../fetch/robots/robots-rules.ts';
import type { Evidence } from '../../outcome.ts';
import { canonicalLinksOf } from '../canonical-links.ts';
import { canonicalRelationOf } from '../canonical-relation.ts';
import { robotsEvidence } from '../evidence.ts';
import { headerStatements, metaStatements, statementsOutcome } from './robots-statements.ts';

/** A reason why a page cannot be indexed. */
interface Obstacle {
  readonly kind: 'status' | 'noindex' | 'blocked' | 'not_canonical';
  /** A phrase that follows "the page". */
  readonly text: string;
  /** Where this was found; the page's own URL is left out. */
  readonly evidence: readonly Evidence[];
}

/** Why Google cannot index a page under its own URL; `null` if nothing prevents it. */
export function obstacleToIndexing(facts: AuditFacts): Obstacle | null {
  const { response, robots } = facts;
  if (response.status < 200 || response.status >= 300) {
    return { kind: 'status', text: `has status ${response.status}`, evidence: [] };
  }
  const meta = statementsOutcome(metaStatements(facts), 'robots meta tag', facts.now);
  if (meta.status === 'fail') {
    const text = 'has a robots meta tag with noindex';
    return { kind: 'noindex', text, evidence: meta.evidence ?? [] };
  }
  const header = statementsOutcome(headerStatements(facts), 'X-Robots-Tag header', facts.now);
  if (header.status === 'fail') {
    const text = 'has an X-Robots-Tag header with noindex';
    return { kind: 'noindex', text, evidence: header.evidence ?? [] };
  }
  if (robots.kind === 'found') {
    const { allowed, line, text } = isAllowed(robots.rules, 'Googlebot', response.finalUrl);
    if (!allowed) {
      const evidence = line === null ? [] : [robotsEvidence(text ?? '', line)];
      return { kind: 'blocked', text: 'is blocked by robots.txt', evidence };
    }
  }
  // Conflicting links are ignored by search engines.
  const relation = canonicalRelationOf(facts);
  if (relation === null || relation.kind === 'self') return null;
  const other = relation.kind === 'other' ? 'another page' : 'another URL';
  const evidence = canonicalLinksOf(facts).map((link) => link.evidence);
  return { kind: 'not_canonical', text: `declares ${other} as canonical`, evidence };
}
