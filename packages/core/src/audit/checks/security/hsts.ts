import type { Check, Outcome } from '../check.ts';
import { headerEvidence } from '../evidence.ts';
import { headerLines, isHttps } from './response-headers.ts';

/** Half a year: what MDN's Observatory asks for (https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring). */
const enoughSeconds = 15_552_000;

/** A year: what browsers' lists of https-only sites ask for (https://hstspreload.org/). */
const preloadSeconds = 31_536_000;

/**
 * Top-level domains of which browsers know that all of their sites are https (Chromium,
 * net/http/transport_security_state_static.json).
 */
const httpsOnly: ReadonlySet<string> = new Set(
  'app bank boo channel dad day dev esq foo ing insurance meme mov new nexus page phd prof rsvp zip'.split(
    ' ',
  ),
);

/** Browsers that were here once never again ask over plain http. */
export const hsts: Check = {
  id: 'hsts',
  category: 'security',
  importance: 'low',
  title: 'Browsers are told to use https only (HSTS)',
  advice:
    'Send Strict-Transport-Security: max-age=31536000; includeSubDomains once every part of the site, and every subdomain, works over https.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Strict-Transport-Security',
  run: (facts): Outcome => {
    const { hostname } = new URL(facts.response.finalUrl);
    if (!isHttps(facts)) {
      return { status: 'na', summary: 'Over plain http the header means nothing.' };
    }
    if (/^(?:[\d.]+|\[.*)$/.test(hostname)) {
      return { status: 'na', summary: 'The header does not apply to addresses of numbers.' };
    }
    // Of several headers the first counts (RFC 6797 §8.1).
    const [line] = headerLines(facts, 'strict-transport-security');
    if (line === undefined) {
      if (httpsOnly.has(hostname.slice(hostname.lastIndexOf('.') + 1))) {
        return {
          status: 'pass',
          summary: 'Browsers use https for every site with this ending, without being told.',
        };
      }
      return { status: 'fail', summary: 'The page is sent without Strict-Transport-Security.' };
    }
    return judge(line);
  },
};

function judge(line: string): Outcome {
  const evidence = [headerEvidence('Strict-Transport-Security', line)];
  const policy = parsePolicy(line);
  if (policy === null) {
    const summary = 'Strict-Transport-Security is not valid, and browsers ignore it.';
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
    const summary = `Strict-Transport-Security holds for ${time} only.`;
    return { status: 'warn', summary, value, evidence };
  }
  if (preload && (maxAge < preloadSeconds || !includeSubDomains)) {
    const summary =
      'Strict-Transport-Security asks for preload, which needs a max-age of a year and includeSubDomains.';
    return { status: 'warn', summary, value, evidence };
  }
  return { status: 'pass', summary: `Browsers use https only for ${days} days.`, value };
}

/** `null` where a browser ignores the header: no age, none that is a number, or something said twice (RFC 6797 §6.1). */
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
