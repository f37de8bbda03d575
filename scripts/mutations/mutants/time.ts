import type { Mutant } from '../mutant.ts';
import { fetchFolder, inFetch } from './in-file.ts';

/** One clock for everything, and nothing left behind. */
export const timeMutants: readonly Mutant[] = [
  ...inFetch('deadline', [
    [
      'deadline: work is raced, not only told',
      'race: (work) => Promise.race([over, work]),',
      'race: (work) => work,',
      'deadline',
    ],
    [
      'deadline: it is over when time is up',
      'const timer = setTimeout(() => end(error()), ms);',
      'const timer = setTimeout(() => {}, ms);',
      'fetcher',
      'time',
    ],
    [
      'deadline: the caller may end it',
      "signal?.addEventListener('abort', onAbort);",
      '',
      'deadline',
      'caller says so',
    ],
    [
      'deadline: nothing starts for a caller who has gone',
      'if (signal?.aborted) onAbort();',
      '',
      'fetcher',
      'has gone',
    ],
    [
      "deadline: the caller's signal keeps no listener",
      "signal?.removeEventListener('abort', onAbort);",
      '',
      'fetcher',
      'no listener',
    ],
  ]),
  ...inFetch('fetcher', [
    [
      'deadline: one for all that a report asks',
      '    deadline = total;\n',
      '',
      'fetcher',
      'is one for all',
    ],
    [
      'deadline: one request may have less',
      'if (timeoutMs === undefined) return',
      'if (timeoutMs !== null) return',
      'fetcher',
      'can be less',
    ],
    [
      'deadline: connections being set up end',
      'stopped.abort(reason);',
      '',
      'fetcher',
      'being set up',
    ],
    ['deadline: name look-ups end', 'resolver.cancel();', '', 'fetcher', 'asks no name server'],
    [
      'fetcher: few connections to one host',
      'connections: connectionsPerHost,',
      '',
      'fetcher',
      'few connections',
    ],
  ]),
  {
    name: 'fetcher: its connections end with it',
    changes: [
      {
        file: `${fetchFolder}fetcher.ts`,
        find: 'agent.destroy(reason).catch(() => {});',
        replace: '',
      },
      { file: `${fetchFolder}fetcher.ts`, find: 'await agent.destroy();', replace: '' },
    ],
    tests: `${fetchFolder}soak.test.ts`,
    by: 'leave nothing',
  },
];
