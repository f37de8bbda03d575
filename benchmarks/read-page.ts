import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaultRuleset } from '../packages/audit/src/scoring/ruleset.ts';
import { median } from '../scripts/budgets/time-node.ts';
import { shown } from './report/finding.ts';
import { publish } from './report/publish.ts';
import { pageFolderOf, readPages } from './typical-pages/page-folder.ts';

// The cost of reading a page, and of all checks and the score, beside htmlparser2's Parser with empty handlers, parse5's
// tree and cheerio with 33 selectors. Each is a separate process; they take turns, and the medians of the rounds are
// compared, in CPU time, so that other work on the machine matters little.
//
//   npm run bench -- page [folder with pages] [--rounds N]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '15' } },
});
const [given] = positionals;
const folder = pageFolderOf(given);
const rounds = Number(values.rounds);
const pages = readPages(folder);
const kilobytes = pages.reduce((sum, page) => sum + page.length, 0) / pages.length / 1_000;

/** Ways to read a page, and the steps of the last one. */
const names = {
  decode: 'decoding alone',
  htmlparser2: 'htmlparser2, empty handlers',
  parse5: 'parse5, a tree',
  cheerio: 'cheerio, 33 selectors',
  'cheerio-slim': 'the same, with htmlparser2 instead of parse5',
  facts: 'sitegrade, all facts',
  checks: 'sitegrade, facts, checks and score',
} as const;
const steps = { read: 'of which facts', urls: 'of which URLs', check: 'of which checks and score' };
const hasCheerio = existsSync(new URL('competitors/node_modules', import.meta.url));
const ways = Object.keys(names).filter((way) => hasCheerio || !way.startsWith('cheerio'));

/**
 * Pages that are read before the first round. The code of a check runs once for a page, and V8 compiles some of it after
 * two thousand pages; the code of the others runs for each element.
 */
const warmUpPages: Readonly<Record<string, number>> = { facts: 2_500, checks: 2_500 };
const otherWarmUpPages = 300;

const children = await Promise.all(
  ways.map(async (way) => {
    const child = fork(
      fileURLToPath(new URL('read-page/candidate.ts', import.meta.url)),
      [way, folder],
      { execArgv: ['--conditions=@sitegrade/source', '--import=tsx'] },
    );
    await once(child, 'message');
    const round = async () => {
      child.send('round');
      const [spent] = await once(child, 'message');
      return spent as Readonly<Record<string, number>>;
    };
    const warmUpRounds = Math.ceil((warmUpPages[way] ?? otherWarmUpPages) / pages.length);
    for (let count = 0; count < warmUpRounds; count++) await round();
    return { round, end: () => child.disconnect() };
  }),
);
const times = new Map<string, number[]>();
for (let count = 0; count < rounds; count++) {
  for (const child of children) {
    for (const [name, micros] of Object.entries(await child.round())) {
      times.set(name, [...(times.get(name) ?? []), micros]);
    }
  }
}
for (const child of children) child.end();

const of = (name: keyof typeof names | keyof typeof steps) =>
  median(times.get(name) ?? []) / pages.length;
const kind = given === undefined ? 'generated pages' : 'real pages';
const shownNames = Object.entries({ ...names, ...steps }).filter(([name]) => times.has(name)) as [
  keyof typeof names,
  string,
][];
publish(
  {
    kind: 'table',
    title: `Reading and checking: ${pages.length} ${kind}, ${Math.round(kilobytes)} KB each`,
    about: `CPU time, medians of ${rounds} rounds. Each row is a separate process, and they take turns.`,
    columns: ['', 'µs a page', 'times htmlparser2'],
    rows: shownNames.map(([name, label]) => [label, shown(of(name)), of(name) / of('htmlparser2')]),
  },
  {
    kind: 'bars',
    title: `Reading and checking a page (${kind})`,
    unit: 'ms of CPU time a page',
    bars: shownNames
      .filter(([name]) => name in names)
      .map(([name, label]) => ({ name: label, value: of(name) / 1_000 })),
  },
  {
    kind: 'goal',
    what: `decoding and all facts against parse5's tree with decoding, CPU, ${kind}`,
    measured: of('facts') / of('parse5'),
    unit: ' ×',
    atMost: given === undefined ? 0.6 : 0.85,
    missedBecause:
      'making the string takes 6 % of the time, names of attributes 6, marks of scripts 5, and every other function less than 4: the rest is the sum of many facts, which the checks need.',
  },
  {
    kind: 'goal',
    what: `a check, with the score, CPU, ${kind}`,
    measured: of('check') / defaultRuleset.checks.length,
    unit: ' µs',
    atMost: 10,
    missedBecause:
      'the code of a check runs once for a page, so V8 compiles it late: the first hundred pages of a process take twice as long, and some gets faster after two thousand.',
  },
);
