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

let byLibrary: ReadonlyMap<string, readonly Advisory[]> | null = null;

function readTable(): ReadonlyMap<string, readonly Advisory[]> {
  const read = new Map<string, Advisory[]>();
  for (const line of advisoryTable.trim().split('\n')) {
    const [key = '', first = '', before = '', severity = '', id = ''] = line.split(' ');
    const advisories = read.get(key) ?? [];
    advisories.push({ first, fixed: before === '-' ? null : before, severity, id });
    read.set(key, advisories);
  }
  return read;
}

/** The vulnerabilities that a version of a library is known to have. */
export function vulnerabilitiesOf({ library, version }: IdentifiedLibrary): readonly Advisory[] {
  byLibrary ??= readTable();
  return (byLibrary.get(library.key) ?? []).filter(
    ({ first, fixed }) =>
      compareVersions(version, first) >= 0 &&
      (fixed === null || compareVersions(version, fixed) < 0),
  );
}

/** Compares versions of three numbers: negative where the left one is older. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [left.split('.', 3).map(Number), right.split('.', 3).map(Number)];
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0);
}
