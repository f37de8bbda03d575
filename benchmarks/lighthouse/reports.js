import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createContext, createReport } from '@sitegrade/core';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { memoryStore } from '../../packages/store-memory/src/memory-store.ts';
import { median } from '../../scripts/budgets/time-node.ts';
import { publish } from '../report/publish.ts';
import { watchProcesses } from '../run/watch-processes.js';

// What a report of sitegrade costs beside one of Lighthouse: its SEO category alone, and all its categories. In turns;
// CPU time with that of the browser. sitegrade needs none. Then the first report of a fresh process of both commands.
//
//   npm run reports -- [folder with pages] [--rounds 2]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '2' } },
});
const rounds = Number(values.rounds);
const { version } = createRequire(import.meta.url)('lighthouse/package.json');
const site = fork(path('site.js'), positionals, { execArgv: ['--import=tsx'] });
const [{ origin, kilobytes }] = await once(site, 'message');

const context = createContext({
  store: memoryStore(),
  network: { allowAddresses: ['127.0.0.1'], ports: 'any' },
});
const chromeFlags = ['--headless=new', '--no-sandbox', '--disable-gpu'];
// Other hosts are not contacted: what they send does not belong to the comparison.
const isolation = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

const ways = {
  sitegrade: (url) => createReport(context, 'owner', { url }),
  'Lighthouse, SEO alone': (url) => runLighthouse(url, { onlyCategories: ['seo'] }),
  'Lighthouse, all categories': (url) => runLighthouse(url, {}),
};

/** A whole audit with its own browser, as the command of Lighthouse does. */
async function runLighthouse(url, options) {
  const chrome = await launch({ chromeFlags: [...chromeFlags, isolation] });
  try {
    await lighthouse(url, { port: chrome.port, logLevel: 'silent', ...options });
  } finally {
    await chrome.kill();
  }
}

/** The first report of a fresh process. */
const commands = {
  sitegrade: (url) => [path('../../packages/cli/dist/sitegrade.js'), url, '--format', 'json'],
  'Lighthouse, SEO alone': (url) => [
    path('node_modules/lighthouse/cli/index.js'),
    ...[url, '--only-categories=seo', '--quiet', '--output=json', '--output-path=/dev/null'],
    `--chrome-flags=${chromeFlags.join(' ')} '${isolation}'`,
  ],
};

function path(relative) {
  return fileURLToPath(new URL(relative, import.meta.url));
}

async function runCommand(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  // 1: the page has faults.
  if (code !== 0 && code !== 1) throw new Error(`${args[0]} ended with ${code}.`);
}

async function timed(work) {
  const cpu = watchProcesses();
  const startedAt = performance.now();
  await work();
  return { wallMs: performance.now() - startedAt, ...cpu.stop() };
}

async function measure(work) {
  const times = new Map(Object.keys(work).map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const at of kilobytes.keys()) {
      for (const [name, run] of Object.entries(work)) {
        // Lighthouse takes too long to compile code first, and gains nothing from it.
        if (round < 0 && name !== 'sitegrade') continue;
        // A report is too short for the clock of the system.
        const repeats = name === 'sitegrade' && work === ways ? 20 : 1;
        const { wallMs, cpuMs } = await timed(async () => {
          for (let repeat = 0; repeat < repeats; repeat++) await run(`${origin}/${at}`);
        });
        if (round < 0) continue;
        times.get(name).push({ wallMs: wallMs / repeats, cpuMs: cpuMs / repeats });
      }
    }
  }
  return (name, what) => median((times.get(name) ?? []).map((time) => time[what]));
}

const report = await measure(ways);
const first = await measure(
  Object.fromEntries(
    Object.entries(commands).map(([name, args]) => [name, (url) => runCommand(args(url))]),
  ),
);
const ratio = (of, what) => of('Lighthouse, SEO alone', what) / of('sitegrade', what);
const sizes = kilobytes.join(', ');
publish(
  {
    kind: 'table',
    title: `A report beside Lighthouse ${version}`,
    about: `Three pages of ${sizes} KB, ${rounds} rounds in turns, medians; with the time of the browser, which sitegrade does not need. Other hosts are not contacted.`,
    columns: ['', 'wall, ms', 'CPU, ms'],
    rows: [
      ...Object.keys(ways).map((name) => [name, report(name, 'wallMs'), report(name, 'cpuMs')]),
      ...Object.keys(commands).map((name) => [
        `${name}, a fresh process`,
        ...[first(name, 'wallMs'), first(name, 'cpuMs')],
      ]),
    ],
  },
  {
    kind: 'bars',
    title: 'A report beside Lighthouse',
    unit: 'ms of CPU time',
    bars: Object.keys(ways).map((name) => ({ name, value: report(name, 'cpuMs') })),
  },
);
const goals = [
  [
    'a report against the SEO category of Lighthouse',
    report,
    { wall: 200, cpu: 100 },
    'both load what the page refers to; the SEO category alone is the least that Lighthouse does.',
  ],
  [
    'the first report of a fresh process against the same',
    first,
    { wall: 40, cpu: 30 },
    'most of it is loading and compiling code: a process that does nothing takes a tenth, and a report that is not the first one a few percent.',
  ],
];
for (const [what, of, atLeast, missedBecause] of goals) {
  publish(
    {
      kind: 'goal',
      what: `${what}, wall`,
      measured: ratio(of, 'wallMs'),
      unit: ' ×',
      atLeast: atLeast.wall,
      missedBecause,
    },
    {
      kind: 'goal',
      what: `${what}, CPU`,
      measured: ratio(of, 'cpuMs'),
      unit: ' ×',
      atLeast: atLeast.cpu,
      missedBecause,
    },
  );
}
site.disconnect();
process.exit();
