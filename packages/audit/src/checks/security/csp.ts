import type { Outcome } from '../../outcome.ts';
import { type SecurityPolicy, securityPolicies } from '../../readings/content-security-policy.ts';
import { headerEvidence } from '../../readings/evidence.ts';
import { headerLines } from '../../readings/response-headers.ts';
import type { Check } from '../check.ts';

/** Sources that allow scripts from any host. */
const anywhere: ReadonlySet<string> = new Set(['*', 'http:', 'https:', 'data:']);

/** @remarks Which policies can be bypassed is from Google's CSP Evaluator: what it rates as severe. */
type Weakness = 'scripts' | 'inline' | 'anywhere' | 'base' | 'objects';

const words: Readonly<Record<Weakness, string>> = {
  scripts: 'it does not restrict where scripts come from',
  inline: 'it allows inline scripts (unsafe-inline)',
  anywhere: 'it allows scripts from any host',
  base: 'it does not restrict <base>, which can redirect trusted scripts (base-uri)',
  objects: 'it does not restrict plug-ins (object-src)',
};

/** A policy blocks scripts that an attacker injected into the page. */
export const csp: Check = {
  id: 'csp',
  category: 'security',
  importance: 'low',
  isAboutServer: true,
  title: 'A Content-Security-Policy blocks injected scripts',
  advice:
    "Send a Content-Security-Policy that allows scripts by nonce or hash, and test it as Content-Security-Policy-Report-Only first: script-src 'nonce-…' 'strict-dynamic'; object-src 'none'; base-uri 'none'.",
  why: 'If attackers get a script of theirs into the page, this header can keep the browsers of visitors from running it.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP',
  run: (facts): Outcome => {
    const policies = securityPolicies(facts);
    if (policies.length === 0) {
      const reportOnly = headerLines(facts, 'content-security-policy-report-only');
      return {
        status: 'warn',
        summary:
          reportOnly.length > 0
            ? 'The Content-Security-Policy is report-only, so browsers do not enforce it.'
            : 'The page has no Content-Security-Policy.',
        value: { policies: 0, weaknesses: [] },
        evidence: reportOnly.map((line) =>
          headerEvidence('Content-Security-Policy-Report-Only', line),
        ),
      };
    }
    const weaknesses = weaknessesOf(policies);
    const value = { policies: policies.length, weaknesses };
    const evidence = policies.map((policy) => policy.evidence);
    const [worst] = weaknesses;
    if (worst !== undefined) {
      const summary = `The Content-Security-Policy can be bypassed: ${words[worst]}.`;
      return { status: 'warn', summary, value, evidence };
    }
    return {
      status: 'pass',
      summary: 'The Content-Security-Policy restricts scripts and has no known bypass.',
      value,
    };
  },
};

/** Weaknesses that all policies share: browsers enforce every policy. */
function weaknessesOf(policies: readonly SecurityPolicy[]): readonly Weakness[] {
  const scripts = policies.map(scriptWeakness);
  const [first = null] = scripts;
  const found: Weakness[] = [];
  if (first !== null && scripts.every((weakness) => weakness !== null)) {
    // With several weak policies, the one that restricts something is more relevant.
    found.push(scripts.find((weakness) => weakness !== 'scripts') ?? first);
  }
  const forScripts = policies.filter((_, index) => scripts[index] !== 'scripts');
  const byNonce = forScripts.length > 0 && forScripts.every(trustsByNonce);
  if (byNonce && !policies.some(({ directives }) => directives.has('base-uri'))) found.push('base');
  const plugins = policies.some(
    ({ directives }) => directives.has('object-src') || directives.has('default-src'),
  );
  if (!plugins) found.push('objects');
  return found;
}

function scriptWeakness({ directives }: SecurityPolicy): Weakness | null {
  const sources =
    directives.get('script-src-elem') ??
    directives.get('script-src') ??
    directives.get('default-src');
  if (sources === undefined) return 'scripts';
  const strict = sources.includes("'strict-dynamic'");
  // With a nonce or hash, browsers ignore unsafe-inline, which is then for old browsers.
  const trusts = strict || sources.some(isNonceOrHash);
  if (sources.includes("'unsafe-inline'") && !trusts) return 'inline';
  // With strict-dynamic, browsers ignore hosts and schemes.
  return !strict && sources.some((source) => anywhere.has(source)) ? 'anywhere' : null;
}

function trustsByNonce({ directives }: SecurityPolicy): boolean {
  const sources = directives.get('script-src') ?? directives.get('default-src') ?? [];
  const strict = sources.includes("'strict-dynamic'");
  return sources.some(
    (source) => source.startsWith("'nonce-") || (strict && isNonceOrHash(source)),
  );
}

function isNonceOrHash(source: string): boolean {
  return /^'(?:nonce|sha(?:256|384|512))-/.test(source);
}
