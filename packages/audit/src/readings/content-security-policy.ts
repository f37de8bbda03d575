import type { AuditFacts } from '../audit-facts.ts';
import type { Evidence } from '../outcome.ts';
import { headerEvidence, tagEvidence } from './evidence.ts';
import { firstOf } from './notes.ts';
import { headerLines } from './response-headers.ts';

/** A Content-Security-Policy that browsers enforce. */
export interface SecurityPolicy {
  readonly place: 'header' | 'meta';
  /** Sources by directive, both lower-case; the first of a repeated directive counts. */
  readonly directives: ReadonlyMap<string, readonly string[]>;
  readonly evidence: Evidence;
}

/** Directives that are ignored in a meta tag (https://www.w3.org/TR/CSP3/#meta-element). */
const headerOnly = ['frame-ancestors', 'report-uri', 'sandbox'] as const;

/** Only the first policies are read; each can be long. */
const maxPolicies = 25;
const policies = 'Content-Security-Policies are read';

/** The policies of the page, from all headers and from meta tags in the head. */
export function securityPolicies(facts: AuditFacts): readonly SecurityPolicy[] {
  const sent = headerLines(facts, 'content-security-policy').flatMap((line) =>
    line.split(',').map((text) => ({
      place: 'header' as const,
      directives: parsePolicy(text),
      evidence: headerEvidence('Content-Security-Policy', text.trim()),
    })),
  );
  const metas = facts.page.metas.filter(
    ({ inHead, httpEquiv }) => inHead && httpEquiv?.toLowerCase() === 'content-security-policy',
  );
  const written = firstOf(facts.page, metas, maxPolicies, policies).map((meta) => {
    const directives = parsePolicy(meta.content ?? '');
    for (const name of headerOnly) directives.delete(name);
    return { place: 'meta' as const, directives, evidence: tagEvidence(meta) };
  });
  const all = [...sent, ...written].filter(({ directives }) => directives.size > 0);
  return firstOf(facts.page, all, maxPolicies, policies);
}

/** Whether browsers load http URLs of the page over https. */
export function upgradesInsecureRequests(facts: AuditFacts): boolean {
  return securityPolicies(facts).some(({ directives }) =>
    directives.has('upgrade-insecure-requests'),
  );
}

function parsePolicy(text: string): Map<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part
      .trim()
      .toLowerCase()
      .split(/[\t\n\f\r ]+/);
    if (name !== '' && !directives.has(name)) directives.set(name, sources);
  }
  return directives;
}
