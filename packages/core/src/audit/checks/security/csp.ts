import type { Check, Outcome } from '../check.ts';
import { headerEvidence } from '../evidence.ts';
import { type SecurityPolicy, securityPolicies } from './content-security-policy.ts';
import { headerLines } from './response-headers.ts';

/** Sources that let a script come from anywhere. */
const anywhere: ReadonlySet<string> = new Set(['*', 'http:', 'https:', 'data:']);

/** Ways past a policy that Google's CSP Evaluator calls severe. */
type Weakness = 'scripts' | 'inline' | 'anywhere' | 'base' | 'objects';

const words: Readonly<Record<Weakness, string>> = {
  scripts: 'it does not say where scripts may come from',
  inline: 'it allows scripts in the page itself (unsafe-inline)',
  anywhere: 'it allows scripts from anywhere',
  base: 'it does not restrict <base>, which moves the scripts it trusts (base-uri)',
  objects: 'it does not restrict plug-ins (object-src)',
};

/** A policy keeps scripts from running that somebody else put into the page. */
export const csp: Check = {
  id: 'csp',
  category: 'security',
  importance: 'low',
  title: 'A Content-Security-Policy keeps foreign scripts out',
  advice:
    "Send a Content-Security-Policy that trusts scripts by a nonce or a hash, and try it as Content-Security-Policy-Report-Only first: script-src 'nonce-…' 'strict-dynamic'; object-src 'none'; base-uri 'none'.",
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP',
  run: (facts): Outcome => {
    const policies = securityPolicies(facts);
    if (policies.length === 0) {
      const tried = headerLines(facts, 'content-security-policy-report-only');
      return {
        status: 'warn',
        summary:
          tried.length > 0
            ? 'The Content-Security-Policy only reports: browsers enforce nothing.'
            : 'The page has no Content-Security-Policy.',
        value: { policies: 0, weaknesses: [] },
        evidence: tried.map((line) => headerEvidence('Content-Security-Policy-Report-Only', line)),
      };
    }
    const weaknesses = weaknessesOf(policies);
    const value = { policies: policies.length, weaknesses };
    const evidence = policies.map((policy) => policy.evidence);
    const [worst] = weaknesses;
    if (worst !== undefined) {
      const summary = `The Content-Security-Policy can be got round: ${words[worst]}.`;
      return { status: 'warn', summary, value, evidence };
    }
    return { status: 'pass', summary: 'A Content-Security-Policy restricts scripts.', value };
  },
};

/** What gets past every policy: a browser enforces all of them. */
function weaknessesOf(policies: readonly SecurityPolicy[]): readonly Weakness[] {
  const scripts = policies.map(scriptWeakness);
  const [first = null] = scripts;
  const found: Weakness[] = [];
  if (first !== null && scripts.every((one) => one !== null)) {
    // Where policies are weak in several ways, the one that restricts something says more.
    found.push(scripts.find((one) => one !== 'scripts') ?? first);
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
  // Where there is one of these, browsers ignore unsafe-inline; it is there for old ones.
  const trusts = strict || sources.some(isNonceOrHash);
  if (sources.includes("'unsafe-inline'") && !trusts) return 'inline';
  // With strict-dynamic hosts and schemes do not count.
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
