import type { Evidence, Outcome } from '../../outcome.ts';
import { requestFailed, statusMeaning } from '../../probes/probe-verdicts.ts';
import { headerEvidence, shortList } from '../../readings/evidence.ts';
import { headerLines } from '../../readings/response-headers.ts';
import type { Check } from '../check.ts';

/**
 * Scripts of any other site cannot read the page as its visitors see it. Browsers refuse `*` together with
 * credentials; what they accept is an origin that the server copies from the request, and `null`.
 *
 * @remarks Whether the page has anything for one visitor only is not visible.
 */
export const corsCredentials: Check = {
  id: 'cors-credentials',
  category: 'security',
  importance: 'low',
  isAboutServer: true,
  title: 'Only chosen sites can read the page with visitors’ cookies',
  advice:
    'Do not copy the Origin of every request to Access-Control-Allow-Origin: compare it with a list of the sites that may read the page. Or remove Access-Control-Allow-Credentials.',
  why: 'Any other site may be able to read what this page shows to a visitor who is logged in.',
  source:
    'https://codeql.github.com/codeql-query-help/javascript/js-cors-misconfiguration-for-credentials/',
  samples: ['crossOrigin'],
  run: (facts): Outcome => {
    const { crossOrigin } = facts.probes;
    const own = allowanceOf(
      headerLines(facts, allowOriginHeader),
      headerLines(facts, allowCredentialsHeader),
    );
    if (own.withCredentials === 'null') return nullAllowed(own);
    if (crossOrigin === null) {
      return { status: 'na', summary: 'The page itself did not respond with a success status.' };
    }
    if (crossOrigin.kind !== 'response') {
      return requestFailed('What the page allows to other sites', crossOrigin);
    }
    const { status } = crossOrigin;
    if (refusals.has(status)) {
      const summary = `The server refuses the page to an unknown site with status ${status}.`;
      return { status: 'pass', summary };
    }
    if (statusMeaning(status) !== 'available') {
      const summary = `The page responded with status ${status} to a script of another site.`;
      return { status: 'error', summary };
    }
    const allowed = allowanceOf(crossOrigin.allowOrigin, crossOrigin.allowCredentials);
    if (allowed.withCredentials === 'null') return nullAllowed(allowed);
    if (allowed.withCredentials === crossOrigin.origin) {
      return {
        status: 'fail',
        summary: `The server let a made-up site (${crossOrigin.origin}) read the page with visitors’ cookies, so any site may.`,
        ...foundIn(allowed),
      };
    }
    const { value } = foundIn(allowed);
    return { status: 'pass', summary: passSummary(allowed, crossOrigin.origin), value };
  },
};

const allowOriginHeader = 'access-control-allow-origin';
const allowCredentialsHeader = 'access-control-allow-credentials';

/** Statuses with which servers refuse an `Origin` that they do not know. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403]);

/** What a response allows to scripts of other sites. */
interface Allowance {
  readonly origins: readonly string[];
  /** Whether it allows credentials at all. */
  readonly credentials: boolean;
  /** The origin that may read the response with credentials; `null` if browsers refuse it for every one. */
  readonly withCredentials: string | null;
}

/**
 * Browsers join the lines of a header with commas, and compare both values case-sensitively, so each header
 * must have one line (https://fetch.spec.whatwg.org/#cors-check).
 */
function allowanceOf(origins: readonly string[], allowCredentials: readonly string[]): Allowance {
  const [origin = null] = origins;
  const credentials = allowCredentials.length === 1 && allowCredentials[0] === 'true';
  const isRefused = origins.length !== 1 || origin === '*' || !credentials;
  return { origins, credentials, withCredentials: isRefused ? null : origin };
}

/** `null` is the origin of any page in a sandboxed frame. */
function nullAllowed(allowed: Allowance): Outcome {
  return {
    status: 'fail',
    summary:
      'The page allows the origin “null” to read it with visitors’ cookies, and any site can have this origin.',
    advice:
      'Remove “Access-Control-Allow-Origin: null”, or name the sites that may read the page instead of null.',
    ...foundIn(allowed),
  };
}

function foundIn({ origins, credentials }: Allowance): {
  readonly value: { readonly origins: readonly string[]; readonly credentials: boolean };
  readonly evidence: readonly Evidence[];
} {
  return {
    value: { origins: shortList(origins), credentials },
    evidence: [
      ...origins.map((line) => headerEvidence('Access-Control-Allow-Origin', line)),
      headerEvidence('Access-Control-Allow-Credentials', 'true'),
    ],
  };
}

function passSummary({ origins, withCredentials }: Allowance, madeUp: string): string {
  if (withCredentials !== null) {
    return 'The page names the site that may read it with visitors’ cookies.';
  }
  if (origins.length === 0) return 'The page allows no unknown site to read it.';
  const isOpen = origins.includes('*') || origins.includes(madeUp);
  return isOpen
    ? 'Every site may read the page, but without visitors’ cookies.'
    : 'The page does not allow an unknown site to read it with visitors’ cookies.';
}
