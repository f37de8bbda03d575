import type { Mutant } from '../mutant.ts';
import { inFetch } from './in-file.ts';

/** What keeps sitemaps and probes within bounds. */
export const extraRequestMutants: readonly Mutant[] = [
  ...inFetch('sitemap/gunzip-file', [
    [
      'sitemap: what a .gz unpacks to is counted',
      "yield* limited(unpacked, max, 'body_decoded_too_large');",
      'yield* unpacked;',
      'sitemap/hostile-sitemaps',
      'compressed by itself',
    ],
  ]),
  ...inFetch('sitemap/read-sitemap', [
    [
      'sitemap: has a cap of its own',
      'maxDecodedBytes: sitemapBytes,',
      'maxDecodedBytes: 1e12,',
      'sitemap/hostile-sitemaps',
      'compressed by its headers|unpacks to nothing',
    ],
    [
      'sitemap: has a time of its own',
      'timeoutMs,\n        read:',
      'timeoutMs: 30_000,\n        read:',
      'sitemap/hostile-sitemaps',
      'costs its own time',
    ],
  ]),
  ...inFetch('sitemap/fetch-sitemaps', [
    [
      'sitemap: few files',
      'files.length < mostFiles && ',
      '',
      'sitemap/fetch-sitemaps',
      'very many',
    ],
    [
      'sitemap: each file once',
      ' || asked.has(next.url.href)',
      '',
      'sitemap/fetch-sitemaps',
      'H26 that lists itself',
    ],
    [
      'sitemap: no index below an index',
      " || next.namedBy === 'index') continue;",
      ') continue;',
      'sitemap/fetch-sitemaps',
      'H26 that lists itself',
    ],
  ]),
  ...inFetch('sitemap/collect-sitemap', [
    [
      'sitemap: 50,000 entries',
      'entries > mostEntries',
      'entries > 1e12',
      'sitemap/sitemap-faults',
      '50,000',
    ],
  ]),
  ...inFetch('sitemap/judge-entry', [
    [
      'sitemap: entries of the same host',
      '!hosts.has(url.host)',
      'false',
      'sitemap/hostile-sitemaps',
      'a private address',
    ],
  ]),
  ...inFetch('sitemap/read-text', [
    [
      'sitemap: others have their turn',
      'if (turns.isOver()) await turns.next();',
      '',
      'sitemap/read-text',
      'their turn',
    ],
  ]),
  ...inFetch('sitemap/xml-reader', [
    [
      'sitemap: few elements in one another',
      'depth > deepest',
      'depth > 1e12',
      'sitemap/sitemap-faults',
      'elements in one another',
    ],
    [
      'sitemap: no piece without end',
      'parser.position - lastEvent > longestPiece',
      'false',
      'sitemap/hostile-sitemaps',
      'white space long before',
    ],
    [
      'sitemap: elements of the protocol alone',
      ' && uri === home',
      '',
      'sitemap/sitemap-faults',
      'images and videos',
    ],
  ]),
  ...inFetch('probes/probe-context', [
    [
      'probes: robots.txt is kept to',
      "url.host !== site.host || robots.kind === 'none'",
      'url.host !== null',
      'probes/probed-links',
      'robots.txt',
    ],
  ]),
  ...inFetch('probes/prober', [
    [
      'probes: HEAD is not believed',
      'return doubtful ?',
      'return doubtful && false ?',
      'probes/probed-links',
      'HEAD with',
    ],
    [
      'probes: a time for all',
      "if (timeoutMs <= 0) return { kind: 'not_asked'",
      "if (timeoutMs <= -1e9) return { kind: 'not_asked'",
      'probes/run-probes',
      'for all of them',
    ],
    ['probes: no body is read', 'cutAt: 0, ', '', 'probes/run-probes', 'no body'],
    [
      'probes: what was kept from is no failure',
      "ours.test(reason) ? 'not_asked' : 'failed'",
      "'failed'",
      'probes/probed-links',
      'H25',
    ],
  ]),
];
