import type { Mutant } from '../mutant.ts';
import { inFetch } from './in-file.ts';

/** What keeps a hostile robots.txt from taking the event loop. */
export const robotsMutants: readonly Mutant[] = [
  ...inFetch('robots-path', [
    [
      'robots: a path is indexed, not searched again and again',
      'text.length <= maxUrlLength ?',
      'text.length < 0 ?',
      'robots-rules',
      'one look',
    ],
    [
      'robots: no index of a path beyond all measure',
      'text.length <= maxUrlLength ?',
      'text.length >= 0 ?',
      'robots-pattern',
      'beyond any URL',
    ],
  ]),
  ...inFetch('robots-rules', [
    [
      'robots: many crawlers share a path',
      'if (last?.url === url) return last.path;',
      '',
      'robots-rules',
      'one look',
    ],
    [
      'robots: 500 KiB are read',
      'bytes.subarray(0, robotsTxtLimit)',
      'bytes.subarray(0)',
      'robots-rules',
      '500 KiB',
    ],
    [
      'robots: few lines are kept',
      'if (lines.length < mostLines) lines.push(line);',
      'lines.push(line);',
      'robots-rules',
      'ten thousand',
    ],
    ['robots: read in steps', 'if (number % linesPerStep === 0) yield;', '', 'robots-txt'],
  ]),
  ...inFetch('robots-line', [
    [
      'robots: a long line is cut',
      'bytes.slice(0, longestLine)',
      'bytes',
      'robots-rules',
      '16,663',
    ],
  ]),
];
