import type { Outcome } from '../../outcome.ts';
import { headerEvidence, shortList } from '../../readings/evidence.ts';
import { headerLines } from '../../readings/response-headers.ts';
import type { Check } from '../check.ts';

/** Scripts of other sites cannot read the page as its visitors see it. */
export const corsWildcardCredentials: Check = {
  id: 'cors-wildcard-credentials',
  category: 'security',
  importance: 'low',
  title: 'Not every site can read the page with visitors’ cookies',
  advice:
    'Remove Access-Control-Allow-Credentials, or list the sites that may read personal responses in Access-Control-Allow-Origin.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CORS',
  run: (facts): Outcome => {
    const origins = headerLines(facts, 'access-control-allow-origin');
    const credentials = headerLines(facts, 'access-control-allow-credentials');
    const [origin] = origins;
    if (origin === undefined) {
      return { status: 'pass', summary: 'The page allows no other site to read it.' };
    }
    // Browsers compare this value case-sensitively (https://fetch.spec.whatwg.org/#cors-check).
    const allows = credentials.some((line) => line === 'true');
    const value = { origins: shortList(origins), credentials: allows };
    // `null` is the origin of any page in a sandbox.
    const anyone = origins.some((origin) => origin === '*' || origin === 'null');
    if (!allows || !anyone) {
      const summary = anyone
        ? 'Every site may read the page, but without visitors’ cookies.'
        : 'The page names the sites that may read it.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `The page allows ${origins.includes('*') ? 'every site' : 'pages without an origin'} to read it with visitors’ cookies.`,
      value,
      evidence: [
        ...origins.map((line) => headerEvidence('Access-Control-Allow-Origin', line)),
        headerEvidence('Access-Control-Allow-Credentials', 'true'),
      ],
    };
  },
};
