import {
  type Attack,
  cpuOf,
  failures,
  otherOwner,
  report,
  reportCpuSeconds,
  reportSeconds,
  slowestReport,
  withTarget,
} from './attack.ts';
import type { Owner } from './start-server.ts';
import { packed, tinyPage } from './start-target.ts';

// Pages whose URLs, lists or texts take far more memory than bytes on the wire. The heap is 512 MB. The
// resident set is measured, and whether another owner is served at the same time.

const MB = 1_000_000;
const attackers: readonly Owner[] = ['first', 'second', 'third', 'fourth'];

/** Every relative URL of the page resolves to some 12 KB. */
function longBase(): string {
  const kinds = [
    '<a href=#>x</a>',
    '<img src=#>',
    '<script src=#></script>',
    '<iframe src=#></iframe>',
    '<video src=#></video>',
    '<link rel=stylesheet href=#>',
  ];
  const urls = Array.from({ length: 10_000 }, (_, at) =>
    kinds.map((kind) => kind.replace('#', String(at))).join(''),
  );
  return `<!doctype html><base href="/${'字'.repeat(1_985)}/">${urls.join('')}`;
}

const fill = (part: string, bytes = 20 * MB) =>
  part.repeat(Math.ceil(bytes / Buffer.byteLength(part)));

const pages: Readonly<Record<string, () => string>> = {
  'a long <base href>': longBase,
  '20 MB of links': () => fill('<a href=/>x</a>'),
  '20 MB of long links': () => fill(`<a href="/${'字'.repeat(650)}">x</a>`),
};

/** Number of concurrent reports of each page; up to five of one owner. */
const rushes: readonly (readonly [keyof typeof pages, number])[] = [
  ['a long <base href>', 1],
  ['a long <base href>', 5],
  ['20 MB of links', 5],
  ['20 MB of long links', 5],
  ['20 MB of long links', 20],
];

export const memoryAttacks: readonly Attack[] = rushes.map(([page, times]) => ({
  name: `${page} × ${times}`,
  fresh: true,
  isLong: times > 1,
  run: (server) =>
    withTarget({ '/page': packed(pages[page]?.() ?? ''), '/tiny': tinyPage }, async (origin) => {
      const alone = await report(server, 'victim', `${origin}/tiny`);
      const rush = Promise.all(
        Array.from({ length: times }, (_, at) =>
          report(server, attackers[Math.floor(at / 5)] ?? 'first', `${origin}/page`),
        ),
      );
      const other = await slowestReport(server, `${origin}/tiny`, rush);
      const outcomes = await rush;
      const figures = await server.figures();
      return [
        { what: 'peak RSS', measured: figures.peakRssMb, bound: 600, unit: 'MB' },
        cpuOf(figures, reportCpuSeconds * times),
        // Twenty take every slot for an analysis: another owner waits for the first free one.
        otherOwner(other, alone, times >= 20 ? reportSeconds * 1_000 : 500),
        failures([...outcomes, other]),
      ];
    }),
}));
