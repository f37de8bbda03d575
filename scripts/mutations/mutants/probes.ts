import type { Mutant } from '../mutant.ts';
import { fetchFolder, inFetch } from './in-file.ts';

const audit = 'packages/core/src/audit/';

/** A guard that a report's tests notice, and the file it is in. */
function inReport(name: string, file: string, find: string, replace: string, by: string): Mutant {
  return {
    name,
    changes: [{ file: `${fetchFolder}${file}.ts`, find, replace }],
    tests: `${audit}private-targets.test.ts`,
    by,
  };
}

/** What keeps the requests that a page's own words lead to within bounds. */
export const probeMutants: readonly Mutant[] = [
  ...inFetch('handshake', [
    [
      'handshake: the URL is judged first',
      'const url = checkUrl(target, options.rules);',
      'const url = target;',
      'handshake',
      'judges',
    ],
    [
      'handshake: https alone',
      "if (url.protocol !== 'https:') throw fetchError('url_scheme');",
      '',
      'handshake',
      'judges the URL',
    ],
    [
      'handshake: its connection is closed',
      '    socket.destroy();\n',
      '',
      'handshake',
      'a server with',
    ],
    [
      'handshake: an address is judged without its brackets',
      "hostname: hostname.replace(/^\\[|\\]$/g, '')",
      'hostname',
      'handshake',
      'no handshake reach',
    ],
  ]),
  ...inFetch('fetcher', [
    [
      'handshake: has a time of its own',
      'guardedConnect({ ...connecting, signal, alpnProtocols })',
      'guardedConnect({ ...connecting, signal: stopped.signal, alpnProtocols })',
      'handshake',
      'leaves no connection',
    ],
    [
      'handshake: through the guard',
      'guardedConnect({ ...connecting, signal, alpnProtocols })',
      "guardedConnect({ ...connecting, judgeAddress: () => 'public', signal, alpnProtocols })",
      'handshake',
      'no handshake reach',
    ],
  ]),
  ...inFetch('probes/host-slots', [
    [
      'slots: few at once for one host',
      'slots.working >= atOnce',
      'slots.working < 0',
      'probes/host-slots',
    ],
    [
      'slots: one that fails is given back',
      '      const next = slots.waiting.shift();',
      '      const next = undefined as (() => void) | undefined;',
      'probes/host-slots',
    ],
    [
      'slots: hosts do not wait for one another',
      'hosts.get(host) ??',
      "hosts.get('') ??",
      'probes/host-slots',
    ],
    [
      'slots: in the order in which they came',
      'slots.waiting.shift()',
      'slots.waiting.pop()',
      'probes/host-slots',
    ],
  ]),
  ...inFetch('probes/prober', [
    [
      'probes: each has its time',
      'Math.min(times.eachMs, Math.floor(endsAt - performance.now()))',
      'Math.floor(endsAt - performance.now())',
      'probes/probe-caps',
      'each has its time',
    ],
    [
      'probes: robots.txt of another site has the time of the probes',
      'return await fetcher.fetch(url, { ...options, timeoutMs });\n      }),',
      'return await fetcher.fetch(url, options);\n      }),',
      'probes/probe-caps',
    ],
    [
      "probes: the caller's wish to stop is no answer",
      'if (!isSitegradeError(error) || error.reason === undefined) throw error;\n      const',
      "if (!isSitegradeError(error)) return { kind: 'failed', url: url.href, reason: 'x' };\n      const",
      'probes/run-probes',
      'wish to stop',
    ],
  ]),
  ...inFetch('probes/may-sample', [
    [
      'samples: a site that keeps us out is left alone',
      "if (robots.kind !== 'found') return false;",
      "if (robots.kind !== 'found') return true;",
      'probes/probed-links',
      'robots.txt',
    ],
  ]),
  ...inFetch('probes/alternates', [
    [
      'alternates: robots.txt is kept to',
      'const refusal = await refusalOf(context, url);',
      'const refusal = null as Awaited<ReturnType<typeof refusalOf>>;',
      'probes/probed-pages',
    ],
    ['alternates: a few', 'spread(others, most)', 'others', 'probes/probed-pages'],
    [
      'alternates: few codes of each',
      'known.hreflangs.length < mostCodes',
      'known.hreflangs.length < 1e12',
      'probes/probe-caps',
    ],
  ]),
  ...inFetch('probes/canonical-target', [
    [
      'canonical: robots.txt is kept to',
      '!isNowhere && !maySample(robots, userAgent, target)',
      "!maySample({ kind: 'none', status: 404 }, userAgent, target)",
      'probes/probed-pages',
    ],
  ]),
  ...inFetch('probes/resources', [
    [
      'resources: robots.txt is kept to',
      'const refusal = await refusalOf(context, url);',
      'const refusal = null as Awaited<ReturnType<typeof refusalOf>>;',
      'probes/probed-resources',
    ],
    [
      'resources: a few',
      'spread(named.filter(isOwn), most)',
      'named.filter(isOwn)',
      'probes/probe-caps',
    ],
    [
      'resources: the beginning of each',
      ', cutAt: readBytes }',
      ', cutAt: 1e12 }',
      'probes/probed-resources',
    ],
  ]),
  ...inFetch('probes/shared-image', [
    [
      'shared image: robots.txt is kept to',
      'if (refusal !== null) return refusal;',
      '',
      'probes/probed-resources',
    ],
    [
      'shared image: the beginning of it',
      'cutAt: readBytes',
      'cutAt: 1e12',
      'probes/probed-resources',
    ],
  ]),
  ...inFetch('probes/llms-txt', [
    [
      'llms.txt: robots.txt is kept to',
      'if (refusal !== null) return refusal;',
      '',
      'probes/probed-resources',
    ],
    ['llms.txt: the beginning of it', 'cutAt: readBytes', 'cutAt: 1e12', 'probes/probe-caps'],
  ]),
  ...inFetch('probes/favicon', [
    ['icon: few are tried', 'declared.slice(0, mostTried)', 'declared', 'probes/probe-caps'],
  ]),
  ...inFetch('probes/run-probes', [
    [
      'links: a few of other sites',
      'spread(external, most.external)',
      'external',
      'probes/probed-links',
    ],
    [
      'images: a few',
      'spread(images, most.images)',
      'images',
      'probes/run-probes',
      'sample of five',
    ],
  ]),
  ...inFetch('probes/named-page', [
    [
      'named pages: the beginning of each',
      'cutAt: readBytes',
      'cutAt: 1e12',
      'probes/probed-pages',
    ],
  ]),
  inReport(
    'report: the page itself opens no address to what it names',
    'guarded-connect',
    'const bad = verdicts.findIndex(',
    'const bad = -1 + 0 * verdicts.findIndex(',
    'another port',
  ),
  inReport(
    'report: redirects of probes are judged',
    'follow-redirects',
    'const url = checkUrl(next, rules);',
    'const url = next;',
    'denied, by a redirect',
  ),
  {
    name: 'report: its page is not read on for a client who is gone',
    changes: [
      {
        file: `${audit}audit-page.ts`,
        find: '        signal: reading.signal,\n',
        replace: '        signal: new AbortController().signal,\n',
      },
    ],
    tests: `${audit}abandoned-pages.test.ts`,
    by: 'no page',
  },
  {
    name: 'report: work has a budget',
    changes: [{ file: `${audit}audit-page.ts`, find: '    limitMs: cpuMs,\n', replace: '' }],
    tests: `${audit}cpu-budget.test.ts`,
    by: 'ends while the page is read once its CPU',
  },
  {
    name: 'report: checks have a budget',
    changes: [{ file: `${audit}audit-page.ts`, find: '{ ...options, cpu }', replace: 'options' }],
    tests: `${audit}cpu-budget.test.ts`,
    by: 'between checks',
  },
  {
    name: 'page: one owner has few of the places',
    changes: [
      {
        file: `${audit}page/read-page.ts`,
        find: 'createFairQueue(8, 2)',
        replace: 'createFairQueue(8)',
      },
    ],
    tests: `${audit}cpu-budget.test.ts`,
    by: 'an owner who has many',
  },
  {
    name: 'page: a small one needs no place',
    changes: [
      {
        file: `${audit}page/read-page.ts`,
        find: 'if (body.length < smallBody)',
        replace: 'if (body.length < 0)',
      },
    ],
    tests: `${audit}cpu-budget.test.ts`,
    by: 'a small page never does',
  },
];
