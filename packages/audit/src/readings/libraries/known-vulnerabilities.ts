import { advisoryTable } from './advisories.ts';
import type { IdentifiedLibrary } from './identify-library.ts';

/** A published vulnerability of some versions of a library. */
export interface Advisory {
  /** The first version that has it. */
  readonly first: string;
  /** The first version without it; `null` where none is known. */
  readonly fixed: string | null;
  readonly severity: string;
  /** Its identifier: of CVE, or of GitHub's advisories where it has none (`GHSA-…`). */
  readonly id: string;
}

/** The numbers of a version. */
type Numbers = readonly [number, number, number];

interface Row extends Advisory {
  readonly from: Numbers;
  readonly before: Numbers | null;
}

let byLibrary: ReadonlyMap<string, readonly Row[]> | null = null;

function readTable(): ReadonlyMap<string, readonly Row[]> {
  const read = new Map<string, Row[]>();
  for (const line of advisoryTable.trim().split('\n')) {
    const [key = '', first = '', before = '', severity = '', id = ''] = line.split(' ');
    const rows = read.get(key) ?? [];
    const fixed = before === '-' ? null : before;
    const range = { from: numbersOf(first), before: fixed === null ? null : numbersOf(fixed) };
    rows.push({ first, fixed, severity, id, ...range });
    read.set(key, rows);
  }
  return read;
}

/** The vulnerabilities that a version of a library is known to have. */
export function vulnerabilitiesOf({ library, version }: IdentifiedLibrary): readonly Advisory[] {
  byLibrary ??= readTable();
  const numbers = numbersOf(version);
  return (byLibrary.get(library.key) ?? []).filter(
    ({ from, before }) =>
      compareNumbers(numbers, from) >= 0 &&
      (before === null || compareNumbers(numbers, before) < 0),
  );
}

/** Compares versions of three numbers: negative where the left one is older. */
export function compareVersions(left: string, right: string): number {
  return compareNumbers(numbersOf(left), numbersOf(right));
}

function compareNumbers(left: Numbers, right: Numbers): number {
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

function numbersOf(version: string): Numbers {
  const [major, minor, patch] = version.split('.', 3).map(Number);
  return [major ?? 0, minor ?? 0, patch ?? 0];
}
