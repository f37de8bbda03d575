import type { Check, Outcome } from '../check.ts';
import { headerEvidence } from '../evidence.ts';
import { shortList } from '../short-list.ts';
import { headerLines } from './response-headers.ts';

/** Scripts of other sites cannot read the page as its visitor sees it. */
export const corsWildcardCredentials: Check = {
  id: 'cors-wildcard-credentials',
  category: 'security',
  importance: 'low',
  title: 'Not every site may read the page with its visitors’ cookies',
  advice:
    'Remove Access-Control-Allow-Credentials, or name the sites in Access-Control-Allow-Origin that may read answers meant for one visitor.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CORS',
  run: (facts): Outcome => {
    const origins = headerLines(facts, 'access-control-allow-origin');
    const credentials = headerLines(facts, 'access-control-allow-credentials');
    const [origin] = origins;
    if (origin === undefined) {
      return { status: 'pass', summary: 'The page lets no other site read it.' };
    }
    // Browsers take this word in no other case (https://fetch.spec.whatwg.org/#cors-check).
    const allows = credentials.some((line) => line === 'true');
    const value = { origins: shortList(origins), credentials: allows };
    // `null` is the origin of any page in a sandbox.
    const anyone = origins.some((one) => one === '*' || one === 'null');
    if (!allows || !anyone) {
      const summary = anyone
        ? 'Every site may read the page, without the cookies of its visitors.'
        : 'The page names who may read it.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `The page allows ${origins.includes('*') ? 'every site' : 'pages without an origin'} to read it with its visitors’ cookies.`,
      value,
      evidence: [
        ...origins.map((line) => headerEvidence('Access-Control-Allow-Origin', line)),
        headerEvidence('Access-Control-Allow-Credentials', 'true'),
      ],
    };
  },
};
