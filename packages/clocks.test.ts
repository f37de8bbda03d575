import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from './module-graph.ts';

// A busy machine makes everything slower: a test that measures time fails on it without a fault. Files named
// `*.cpu.test.ts` may count CPU time, because they run alone, one after the other.

const isTest = (file: string) => file.endsWith('.test.ts') && !file.endsWith('.cpu.test.ts');
const isSharedSuite = (file: string) => /^packages\/(?:testing|adapter-suite)\/src\//.test(file);

/** How a test would measure time, or be tried again because it does. */
const measures = [
  {
    what: 'reads a clock',
    code: /\bperformance\s*\.\s*(?:now|timeOrigin|measure|mark)\b|\bhrtime\b/,
  },
  { what: 'reads a clock', code: /\b(?:monitorEventLoopDelay|eventLoopUtilization)\b/ },
  { what: 'counts CPU time', code: /\bcpuUsage\s*\(|\bcpu(?:Of|Growth)\b/ },
  {
    what: 'compares with the date',
    code: /\bexpect\(.*\bDate\.now\(\)\s*-\s*\w|-\s*Date\.now\(\)/,
  },
  {
    // Fastify ends the start of a plugin that takes ten seconds.
    what: 'limits the time of a start (pluginTimeout: 0 does not)',
    code: /^[^*]*\bFastify\((?!.*pluginTimeout: 0|\{$|\)\.log)/,
  },
  { what: 'is tried again', code: /\bretry:\s*(?:\d|\{)/ },
];

/** Tests that may measure time, and why they hold on any machine. */
const exceptions: Readonly<Record<string, string>> = {
  'examples/sample-site/src/sample-site.test.ts':
    'A delayed response never comes too early; there is no upper bound.',
  'packages/store-postgres/test/job-locks.slow.test.ts':
    'It distinguishes the clock of the database from one that is wrong by an hour or more.',
  'packages/testing/src/describe-store-crawl-claims.ts':
    'A delayed claim never comes too early; there is no upper bound.',
};

function offencesIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = measures.find(({ code }) => code.test(line));
    return found === undefined ? [] : [`line ${index + 1} ${found.what}: ${line.trim()}`];
  });
}

// A limit of a test only ends what hangs: `vitest.config.ts` has one for all tests. A shorter one is an assertion on the
// clock, except for the seconds that a wait or a child process gets inside a test.
const leastLimitMs = 300_000;

/** Limits of tests and hooks, in milliseconds: as an option of a test or suite, after its function, or for a file. */
const limits = [
  /\b(?:it|test|describe)\b.*\(.*\{ timeout: ([\d_]+)/,
  /^\s*\]\)\(.*\{ timeout: ([\d_]+)/,
  /^\s*\}, ([\d_]{4,})\);$/,
  /\b(?:test|hook)Timeout: ([\d_]+)/,
  /\b(?:timeout|\w+TimeoutMs) = ([\d_]+)/,
];

/** The same in several lines: a number after the function, or options before it. */
const limitsOfLines = [
  /\n {0,4}\},\n +([\d_]+),\n *\);/g,
  /\n *['`].*,\n *\{ timeout: ([\d_]+) \},\n/g,
  /, \{\n {0,4}timeout: ([\d_]+),\n *\}, (?:async )?\(/g,
];

function shortLimitsIn(text: string): readonly string[] {
  const found = [
    ...text.split('\n').flatMap((line) => limits.map((code) => code.exec(line))),
    ...limitsOfLines.flatMap((code) => [...text.matchAll(code)]),
  ];
  return found.flatMap((match) =>
    match !== null && Number(match[1]?.replaceAll('_', '')) < leastLimitMs ? [match[0].trim()] : [],
  );
}

const files = ['packages', 'examples', 'scripts']
  .flatMap((folder) => sourceFiles(folder))
  .filter((file) => (isTest(file) || isSharedSuite(file)) && file !== 'packages/clocks.test.ts');

const textOf = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const offencesOf = (file: string) => offencesIn(textOf(file));

it('finds tests and shared suites', () => {
  expect(files).toContain('packages/testing/src/describe-queue.ts');
  expect(files).toContain('packages/audit/src/limits/time-slices.test.ts');
  expect(files.length).toBeGreaterThan(500);
});

it('no test measures time', () => {
  const offences = files
    .filter((file) => exceptions[file] === undefined)
    .flatMap((file) => offencesOf(file).map((offence) => `${file}, ${offence}`));
  expect(offences).toEqual([]);
});

it('no test has its own time limit that is shorter than that of all', () => {
  const short = files.flatMap((file) =>
    shortLimitsIn(textOf(file)).map((limit) => `${file}: ${limit}`),
  );
  expect(short).toEqual([]);
});

it('each exception is needed', () => {
  for (const file of Object.keys(exceptions)) expect(offencesOf(file), file).not.toEqual([]);
});

it.each([
  "it('ends', { timeout: 5_000 }, async () => {",
  "describe('pages', { timeout: 120_000 }, () => {",
  "  ])('ends for %j', { timeout: 10_000 }, (value) => {",
  '}, 60_000);',
  'vi.setConfig({ testTimeout: 90_000, retry: 0 });',
  'const timeout = 180_000;',
  'export const queueTimeoutMs = 60_000;',
  "it.each(kinds)(\n  'ends',\n  async () => {\n    run();\n  },\n  240_000,\n);",
  "it(\n  'ends',\n  { timeout: 10_000 },\n  (part) => {",
  "it('ends', {\n  timeout: 60_000,\n}, async () => {",
])('notices a short limit: %j', (text) => {
  expect(shortLimitsIn(text)).toHaveLength(1);
  expect(shortLimitsIn(text.replace(/[\d_]{5,}/, '300_000'))).toEqual([]);
});

it.each([
  'const startedAt = performance.now();',
  'expect(performance . now() - startedAt).toBeLessThan(100);',
  'const started = process.hrtime.bigint();',
  'const before = process.cpuUsage();',
  'expect(await cpuGrowth(run, 100)).toBeLessThan(4);',
  'expect(Date.now() - before).toBeLessThan(1_000);',
  'expect(Math.abs(time - Date.now())).toBeLessThan(60_000);',
  "it('is fast', { retry: 2 }, async () => {});",
  'const delays = monitorEventLoopDelay();',
  'const app = Fastify({ trustProxy: true });',
])('notices %s', (line) => {
  expect(offencesIn(line)).toHaveLength(1);
});

it.each([
  'const now = () => new Date(Date.now() + later);',
  "const usage = vi.spyOn(process, 'cpuUsage');",
  'const outcome = { ...retry, delayMs: 1 };',
])('accepts %s', (line) => {
  expect(offencesIn(line)).toEqual([]);
});
