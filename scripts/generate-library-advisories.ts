import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { libraries } from '../packages/audit/src/readings/libraries/known-libraries.ts';

// Writes packages/audit/src/readings/libraries/advisories.ts from the list of vulnerable libraries that
// Retire.js keeps (repository/jsrepository-v4.json in its repository, Apache-2.0):
//
//   npm run tool -- library-advisories FILE-OR-URL DATE
//
// DATE is the day of the list's last change, such as 2026-08-22.

const target = fileURLToPath(
  new URL('../packages/audit/src/readings/libraries/advisories.ts', import.meta.url),
);

/** An entry of the list, as far as it is used. */
interface Entry {
  readonly atOrAbove?: string;
  readonly below?: string;
  readonly severity?: string;
  readonly cwe?: readonly string[];
  readonly identifiers?: { readonly CVE?: readonly string[]; readonly githubID?: string };
}

/** The list: a library by its key. */
export type AdvisoryList = Readonly<
  Record<string, { readonly vulnerabilities?: readonly Entry[] } | undefined>
>;

/**
 * Weaknesses that let others run scripts on the page: cross-site scripting, code injection, and
 * CWE-754, under which the one of PDF.js is listed (CVE-2024-4367).
 */
const weaknesses = new Set(['CWE-79', 'CWE-94', 'CWE-754']);

/** The source of the table, from the list. */
export function advisoriesSource(list: AdvisoryList, date: string): string {
  if (!/^20\d\d-[01]\d-[0-3]\d$/.test(date)) throw new Error(`${date} is not a date.`);
  const lines = libraries.flatMap(({ key }) => {
    const entries = list[key]?.vulnerabilities;
    if (entries === undefined) throw new Error(`The list has no ${key}.`);
    const rows = entries.flatMap((entry) => rowOf(key, entry));
    if (rows.length === 0) throw new Error(`The list has no vulnerability of ${key} to report.`);
    return [...new Set(rows)].sort();
  });
  return [
    '// Written by scripts/generate-library-advisories.ts: run it again instead of changing this file.',
    '/*! Vulnerable versions: Retire.js, Apache-2.0, https://github.com/RetireJS/retire.js */',
    '',
    '/** The day of the list that the table is taken from. */',
    `export const advisoriesDate = '${date}';`,
    '',
    '/**',
    ' * Versions of libraries that let others run scripts on the page, one range a line: `key first before',
    ' * severity id`. `before` is `-` where no version is known to be fixed.',
    ' */',
    'export const advisoryTable = `\\',
    ...lines.map((line) => `${line}`),
    '`;',
    '',
  ].join('\n');
}

/** A range without an identifier cannot be looked up, and is left out. */
function rowOf(
  key: string,
  { atOrAbove, below, severity, cwe = [], identifiers }: Entry,
): string[] {
  const id = identifiers?.CVE?.[0] ?? identifiers?.githubID;
  if (id === undefined || !cwe.some((weakness) => weaknesses.has(weakness))) return [];
  const before = below === undefined || /^9{3}/.test(below) ? '-' : release(below);
  return [`${key} ${release(atOrAbove ?? '0')} ${before} ${severity ?? 'medium'} ${id}`];
}

/** The release that a version is, or leads to: of releases, what is below 3.0.0-beta1 is below 3.0.0. */
function release(version: string): string {
  const [, numbers] = /^(\d+(?:\.\d+){0,2})/.exec(version) ?? [];
  if (numbers === undefined) throw new Error(`${version} is not a version.`);
  return [...numbers.split('.'), '0', '0'].slice(0, 3).join('.');
}

async function read(source: string): Promise<string> {
  if (!/^https:/.test(source)) return readFileSync(source, 'utf8');
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} responded with status ${response.status}.`);
  return await response.text();
}

const [, program, source, date] = argv;
if (program === fileURLToPath(import.meta.url)) {
  if (source === undefined || date === undefined) {
    throw new Error('Name a file or a URL, and the date of the list.');
  }
  writeFileSync(target, advisoriesSource(JSON.parse(await read(source)), date));
}
