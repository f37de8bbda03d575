import type { Mutant } from '../mutant.ts';
import { inFetch } from './in-file.ts';

/** What keeps a hostile robots.txt from taking the event loop. */
export const robotsMutants: readonly Mutant[] = [
  ...inFetch('robots-pattern', [
    [
      'robots: searching ends with the work that is left',
      'if (work.left <= 0) return -1;',
      '',
      'robots-rules',
      'one look',
    ],
  ]),
  ...inFetch('probes/may-sample', [
    [
      'robots: what is not compared whole is not sampled',
      'return allowed && complete;',
      'return allowed;',
      'probes/probe-context',
      'too complex',
    ],
  ]),
  ...inFetch('probes/probe-context', [
    [
      'robots: each sample is compared in a slice of its own',
      'await takeTurns(turnMs, cpu).next();',
      '',
      'probes/probe-context',
      'slice',
    ],
  ]),
  ...inFetch('robots-rules', [
    [
      'robots: many crawlers share what matched',
      'if (last?.url === url) return last;',
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
    ['robots: read in steps', 'if (at >= stepEnd) {', 'if (at < 0) {', 'robots-txt'],
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
