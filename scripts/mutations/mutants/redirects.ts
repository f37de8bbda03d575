import type { Mutant } from '../mutant.ts';
import { inFetch } from './in-file.ts';

/** What is judged of redirects, and what goes with them. */
export const redirectMutants: readonly Mutant[] = [
  ...inFetch('follow-redirects', [
    [
      'redirects: each URL is judged',
      'const url = checkUrl(next, rules);',
      'const url = redirects.length > 0 ? next : checkUrl(next, rules);',
      'follow-redirects',
    ],
    [
      'redirects: loops are seen',
      "if (seen.has(next.href)) throw fail('redirect_loop');",
      '',
      'follow-redirects',
      'N10',
    ],
    [
      'redirects: so many and no more',
      "if (redirects.length > maxRedirects) throw fail('redirect_too_many');",
      'if (redirects.length > 40) throw fail("redirect_too_many");',
      'follow-redirects',
      'N10',
    ],
    [
      'redirects: counted exactly',
      'if (redirects.length > maxRedirects)',
      'if (redirects.length >= maxRedirects)',
      'follow-redirects',
      'N10',
    ],
    [
      'redirects: their bodies are let go',
      'if (target !== null) response.body.destroy();',
      '',
      'follow-redirects',
      'N12',
    ],
    [
      'redirects: bodies of wrong ones are let go',
      'response.body.destroy();\n    throw error;',
      'throw error;',
      'follow-redirects',
    ],
    [
      'redirects: an error says that it is about one',
      'throw redirects.length > 0 ? redirected(error) : error;',
      'throw error;',
      'follow-redirects',
      'N0[89]',
    ],
  ]),
  ...inFetch('redirect-target', [
    [
      'redirects: one Location',
      'locations.length > 1 || ',
      '',
      'follow-redirects',
      'two Locations',
    ],
    ['redirects: no empty Location', "written === '' || ", '', 'follow-redirects', 'N09'],
    ['redirects: a 300 is none', 'new Set([301,', 'new Set([300, 301,', 'follow-redirects', 'N11'],
    [
      'redirects: a URL that can be read',
      ' || !URL.canParse(written, from.href)',
      '',
      'follow-redirects',
      'N09',
    ],
    [
      'redirects: bytes beyond ASCII keep their meaning',
      'percentEncoded(location.trim())',
      'location.trim()',
      'follow-redirects',
      'beyond ASCII',
    ],
  ]),
  ...inFetch('send-request', [
    [
      'requests: no referrer',
      "'accept-encoding': acceptEncoding }",
      "'accept-encoding': acceptEncoding, referer: url.href }",
      'follow-redirects',
      'N29',
    ],
    [
      'requests: no cookie',
      "'accept-encoding': acceptEncoding }",
      "'accept-encoding': acceptEncoding, cookie: 'a=b' }",
      'follow-redirects',
      'N29',
    ],
    [
      'requests: only what can be undone is asked for',
      "'accept-encoding': acceptEncoding }",
      '}',
      'follow-redirects',
      'N29',
    ],
    [
      'responses: a body that nobody reads ends nobody',
      "response.body.on('error', () => {});",
      '',
      'follow-redirects',
    ],
  ]),
  ...inFetch('fetch-page', [
    [
      'http fallback: only where the scheme was assumed',
      'if (!target.schemeAssumed || !isSitegradeError(error)) return null;',
      'if (!isSitegradeError(error)) return null;',
      'fetch-page',
      'not where it was written',
    ],
    [
      'http fallback: only where nothing answered',
      '  if (!isConnectFailure(error.reason)) return null;\n  const url',
      '  const url',
      'fetch-page',
      'where the scheme was assumed',
    ],
    [
      'page: other types are refused by their headers',
      '{ onHead: refuseOtherTypes }',
      '{}',
      'fetch-page',
      'is not downloaded',
    ],
    [
      'page: without a type it has to look like HTML',
      'contentTypeOf(fetched) === null && !looksLikeHtml(fetched.body)',
      'fetched.body === null',
      'fetch-page',
      'N30',
    ],
  ]),
  ...inFetch('connect-failure', [
    [
      'http fallback: never for a wrong certificate',
      "reason === 'tls_error')",
      "reason.startsWith('tls_'))",
      'fetch-page',
      'certificate is wrong',
    ],
  ]),
];
