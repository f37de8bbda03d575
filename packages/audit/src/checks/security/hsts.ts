import type { Outcome } from '../../outcome.ts';
import { headerEvidence } from '../../readings/evidence.ts';
import { ownUrlOf } from '../../readings/own-url.ts';
import { headerLines, isHttps } from '../../readings/response-headers.ts';
import type { Check } from '../check.ts';

/**
 * @remarks Half a year is enough, the minimum of MDN's Observatory
 * (https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring).
 */
const enoughSeconds = 15_552_000;

/** A year, the minimum for the preload lists of browsers (https://hstspreload.org/). */
const preloadSeconds = 31_536_000;

/**
 * Top-level domains that browsers always use https for (Chromium,
 * net/http/transport_security_state_static.json).
 */
const httpsOnly: ReadonlySet<string> = new Set(
  'app bank boo channel dad day dev esq foo ing insurance meme mov new nexus page phd prof rsvp zip'.split(
    ' ',
  ),
);

/** Browsers that visited the site once never use http for it again. */
export const hsts: Check = {
  id: 'hsts',
  category: 'security',
  importance: 'low',
  isAboutServer: true,
  family: 'https',
  title: 'Browsers use only https for this site (HSTS)',
  advice:
    'Send Strict-Transport-Security: max-age=31536000; includeSubDomains once the whole site and every subdomain work over https.',
  why: 'A visit that starts unencrypted can be intercepted, such as in a café, before the site switches to encryption.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS#http_strict_transport_security_implementation',
  run: (facts): Outcome => {
    if (!isHttps(facts)) {
      return { status: 'na', summary: 'Browsers ignore HSTS on pages served over http.' };
    }
    const { hostname } = ownUrlOf(facts);
    if (/^(?:[\d.]+|\[.*)$/.test(hostname)) {
      return { status: 'na', summary: 'HSTS does not apply to IP addresses.' };
    }
    // Of several headers the first counts (RFC 6797 §8.1).
    const [line] = headerLines(facts, 'strict-transport-security');
    if (line === undefined) {
      if (httpsOnly.has(hostname.slice(hostname.lastIndexOf('.') + 1))) {
        return {
          status: 'pass',
          summary: 'Browsers always use https for this top-level domain.',
        };
      }
      return { status: 'fail', summary: 'The response has no Strict-Transport-Security header.' };
    }
    return evaluate(line);
  },
};

function evaluate(line: string): Outcome {
  const evidence = [headerEvidence('Strict-Transport-Security', line)];
  const policy = parsePolicy(line);
  if (policy === null) {
    const summary = 'The Strict-Transport-Security header is not valid, so browsers ignore it.';
    return { status: 'fail', summary, evidence };
  }
  const { maxAge, includeSubDomains, preload } = policy;
  const days = Math.floor(maxAge / 86_400);
  const value = { maxAge, includeSubDomains, preload };
  if (maxAge === 0) {
    const summary = 'Strict-Transport-Security is switched off with max-age=0.';
    return { status: 'fail', summary, value, evidence };
  }
  if (maxAge < enoughSeconds) {
    const time = days === 0 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`;
    const summary = `Strict-Transport-Security is valid for only ${time}.`;
    return { status: 'warn', summary, value, evidence };
  }
  if (preload && (maxAge < preloadSeconds || !includeSubDomains)) {
    const summary =
      'Strict-Transport-Security contains preload, which requires a max-age of one year and includeSubDomains.';
    return { status: 'warn', summary, value, evidence };
  }
  return {
    status: 'pass',
    summary: `After a visit, browsers use only https for ${days} days.`,
    value,
  };
}

/** `null` if browsers ignore the header: max-age is missing or invalid, or a directive repeats (RFC 6797 §6.1). */
function parsePolicy(line: string) {
  const directives = new Map<string, string>();
  for (const part of line.split(';')) {
    const [name = '', ...rest] = part.split('=');
    const key = name.trim().toLowerCase();
    if (key === '') continue;
    if (directives.has(key)) return null;
    directives.set(key, rest.join('=').trim());
  }
  const age = /^(?:"(\d+)"|(\d+))$/.exec(directives.get('max-age') ?? '');
  if (age === null) return null;
  return {
    maxAge: Math.min(Number(age[1] ?? age[2]), Number.MAX_SAFE_INTEGER),
    includeSubDomains: directives.has('includesubdomains'),
    preload: directives.has('preload'),
  };
}
