import type { Mutant } from '../mutant.ts';

/** Where the fetcher is, from the repository's root. */
export const fetchFolder = 'packages/core/src/audit/fetch/';

/** A mutant of one change: its name, the text to find, what stands there instead, and which tests notice. */
export type Row = readonly [
  name: string,
  find: string,
  replace: string,
  tests: string,
  by?: string,
];

/** Mutants of one file of the fetcher; tests are named without folder and ending. */
export function inFetch(name: string, rows: readonly Row[]): readonly Mutant[] {
  return inFile(`${fetchFolder}${name}.ts`, fetchFolder, rows);
}

/** Mutants of one file, whose tests are in a folder, named without ending. */
export function inFile(file: string, folder: string, rows: readonly Row[]): readonly Mutant[] {
  return rows.map(([name, find, replace, tests, by]) => ({
    name,
    changes: [{ file, find, replace }],
    tests: `${folder}${tests}.test.ts`,
    ...(by !== undefined && { by }),
  }));
}
