import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A guard that is removed, and the tests that must fail then. */
export interface Mutant {
  /** What the guard ensures. */
  readonly name: string;
  /** Source file, from the repository's root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Test file, from the repository's root. */
  readonly tests: string;
  /** Runs only the tests whose names contain this. */
  readonly only: string | undefined;
}

/**
 * Reads the lists of mutants next to this file. A heading names a source file and its test file by the
 * end of their paths, so that moved files are found:
 *
 *     # fetch/network.ts, tested by tls.test.ts
 *     TLS is at least 1.2: `minVersion: 'TLSv1.2',` → `` (only these tests)
 *
 * @throws Error for a line that cannot be parsed, and a path that is not the end of exactly one.
 */
export function readMutants(): readonly Mutant[] {
  const mutants: Mutant[] = [];
  for (const list of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))) {
    let file = '';
    let tests = '';
    for (const line of readFileSync(join(import.meta.dirname, list), 'utf8').split('\n')) {
      if (line === '') continue;
      const heading = /^# (\S+), tested by (\S+)$/.exec(line);
      if (heading) {
        file = pathOf(heading[1] ?? '');
        tests = pathOf(heading[2] ?? '', file);
        continue;
      }
      const [, name, find, replace, only] =
        /^(.+?): `(.+)` → `(.*)`(?: \((.+)\))?$/.exec(line) ?? [];
      if (name === undefined || find === undefined || replace === undefined) {
        throw new Error(`${list}: cannot read ${JSON.stringify(line)}`);
      }
      mutants.push({ name, file, find, replace, tests, only });
    }
  }
  return mutants;
}

/**
 * The file's text without the guard.
 *
 * @throws Error if the text to find does not occur exactly once.
 */
export function applyMutant(text: string, { file, find, replace }: Mutant): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} contains ${find} ${count} times, not once`);
  return text.replace(find, () => replace);
}

let paths: readonly string[] | undefined;

/** The one path with this end; of several, the one in the folder of `near`. */
function pathOf(end: string, near = ''): string {
  paths ??= ['packages', 'examples', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules')),
  );
  const found = paths.filter((path) => path.endsWith(`/${end}`));
  const here = found.filter((path) => path === join(dirname(near), end));
  const [path, ...others] = here.length === 1 ? here : found;
  if (path !== undefined && others.length === 0) return path;
  throw new Error(`${end} is the end of ${found.length} paths, not one: ${found.join(', ')}`);
}
