import type { Evidence, Outcome } from '../../outcome.ts';
import { shortList } from '../../readings/evidence.ts';
import { headerLines, isHttps } from '../../readings/response-headers.ts';
import { parseSetCookie, type SetCookie } from '../../readings/set-cookie.ts';
import type { Check } from '../check.ts';

/** @remarks Session cookies are recognised by their names: the list, from MDN's Observatory and frameworks, is ours. */
const session =
  /session|sessid|(?<![a-z])sess|login|logged_in|\bsid$|^auth(?:_?token)?$|^remember_/i;

/** Scripts must read these tokens to send them; they give no access by themselves. */
const readByScripts = /csrf|xsrf/i;

type Fault = 'refused' | 'host_prefix' | 'secure' | 'http_only' | 'same_site';

const words: Readonly<Record<Fault, string>> = {
  refused: 'is rejected by browsers: its name or SameSite=None requires Secure',
  host_prefix: 'is rejected by browsers: its name (__Host-) requires Path=/ and no Domain',
  secure: 'is also sent over http (no Secure)',
  http_only: 'can be read by scripts (no HttpOnly)',
  same_site: 'does not state whether other sites may use it (no SameSite)',
};

const order = Object.keys(words);

/** Cookies are not exposed to other sites, scripts or the network. */
export const cookies: Check = {
  id: 'cookies',
  category: 'security',
  importance: 'low',
  isAboutServer: true,
  title: 'Cookies are protected',
  advice:
    'Add Secure and SameSite to every cookie, and HttpOnly to session cookies: Set-Cookie: id=…; Secure; HttpOnly; SameSite=Lax.',
  why: 'A cookie that is poorly protected can be stolen or misused, so that someone else acts in the name of the visitor.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/Cookies',
  run: (facts): Outcome => {
    const set = headerLines(facts, 'set-cookie').flatMap((line) => {
      const cookie = parseSetCookie(line, facts.now);
      return cookie === null || cookie.expired ? [] : [cookie];
    });
    if (set.length === 0) return { status: 'na', summary: 'The page sets no cookies.' };
    const secure = isHttps(facts);
    const found = set
      .flatMap((cookie) => faultsOf(cookie, secure).map((fault) => ({ cookie, fault })))
      .toSorted((a, b) => rankOf(a) - rankOf(b));
    const faulty = new Set(found.map(({ cookie }) => cookie));
    const value = {
      cookies: set.length,
      faults: shortList(found.map(({ cookie, fault }) => `${cookie.name}: ${fault}`)),
    };
    const [worst] = found;
    if (worst === undefined) {
      const summary = `Cookies without protection: 0 of ${set.length}.`;
      return { status: 'pass', summary, value };
    }
    const more = faulty.size - 1;
    const rest =
      more === 0
        ? ''
        : more === 1
          ? ' 1 more cookie needs fixing.'
          : ` ${more} more cookies need fixing.`;
    const [name = ''] = shortList([worst.cookie.name]);
    return {
      status: found.some(isSevere) ? 'fail' : 'warn',
      summary: `The cookie ${name} ${words[worst.fault]}.${rest}`,
      value,
      evidence: [...faulty].map(cookieEvidence),
    };
  },
};

function faultsOf(cookie: SetCookie, secure: boolean): readonly Fault[] {
  const faults: Fault[] = [];
  const needsSecure = /^__(?:secure|host)-/i.test(cookie.name) || cookie.sameSite === 'none';
  // A page over http cannot set Secure; the check `https` covers that.
  if (secure && !cookie.secure) faults.push(needsSecure ? 'refused' : 'secure');
  // RFC 6265bis, section 4.1.3.2.
  const isForHost = /^__host-/i.test(cookie.name);
  if (isForHost && (cookie.path !== '/' || cookie.domain !== null)) faults.push('host_prefix');
  if (isSession(cookie) && !cookie.httpOnly) faults.push('http_only');
  if (isSession(cookie) && cookie.sameSite === null) faults.push('same_site');
  return faults;
}

interface Found {
  readonly cookie: SetCookie;
  readonly fault: Fault;
}

function isSevere({ cookie, fault }: Found): boolean {
  if (fault === 'refused' || fault === 'host_prefix' || fault === 'http_only') return true;
  return fault === 'secure' && isSession(cookie);
}

function rankOf(found: Found): number {
  return (isSevere(found) ? 0 : order.length) + order.indexOf(found.fault);
}

function isSession({ name }: SetCookie): boolean {
  return session.test(name) && !readByScripts.test(name);
}

/** Never the value: it may give access to a session, and it changes with each request. */
function cookieEvidence({ text }: SetCookie): Evidence {
  const [cut = ''] = shortList([text]);
  return { kind: 'header', text: `Set-Cookie: ${cut}` };
}
