import type { Table } from '../report/finding.ts';

/** A case, with its times at each size. */
export interface Measured {
  readonly group: string;
  readonly name: string;
  /** The `group: name` of a case to compare it with. */
  readonly comparedTo?: string | undefined;
  /** In milliseconds. */
  readonly times: readonly { readonly p50: number; readonly p99: number }[];
}

/** Median and 99th percentile. */
export function percentilesOf(times: readonly number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** A row for every case. */
export function tableOfCases(
  title: string,
  sizes: readonly number[],
  measured: readonly Measured[],
): Table {
  const rows = measured.map(({ group, name, times }) => {
    return [`${group}: ${name}`, ...times.map(({ p50 }) => p50), ratioOf(times)];
  });
  return table(`Each listing, search and insert on ${title}`, [...headsOf(sizes), 'ratio'], rows);
}

/** A row for every group: the median of the medians of its cases, and the worst ratio. */
export function tableOfGroups(
  title: string,
  sizes: readonly number[],
  measured: readonly Measured[],
): Table {
  const groups = new Map<string, Measured[]>();
  for (const measuredCase of measured) {
    groups.set(measuredCase.group, [...(groups.get(measuredCase.group) ?? []), measuredCase]);
  }
  const rows = [...groups].map(([group, cases]) => {
    const cells = sizes.map((_, index) =>
      middle(cases.map(({ times }) => times[index]?.p50 ?? Number.NaN)),
    );
    const ratios = cases.map(({ times }) => ratioOf(times));
    const worst = cases[ratios.indexOf(Math.max(...ratios))];
    return [
      `${group} (${cases.length})`,
      ...cells,
      middle(ratios),
      Math.max(...ratios),
      worst?.name ?? '',
    ];
  });
  return table(
    `Listings, searches and inserts as tables grow: ${title}`,
    [...headsOf(sizes), 'ratio', 'worst', 'which'],
    rows,
    'Medians of the medians of all cases of a group, in milliseconds, and the largest table relative to the smallest.',
  );
}

/** A row for every case that is compared with another: its median as a multiple of the other's. */
export function tableOfComparisons(
  title: string,
  sizes: readonly number[],
  measured: readonly Measured[],
): Table {
  const byName = new Map(
    measured.map((measuredCase) => [`${measuredCase.group}: ${measuredCase.name}`, measuredCase]),
  );
  const rows = measured.flatMap(({ group, name, comparedTo, times }) => {
    const other = comparedTo === undefined ? undefined : byName.get(comparedTo);
    if (other === undefined) return [];
    const ratios = times.map(({ p50 }, index) => p50 / (other.times[index]?.p50 ?? Number.NaN));
    return [[`${group}: ${name}`, ...ratios]];
  });
  return table(
    `Filters relative to the same page of all reports on ${title}`,
    headsOf(sizes),
    rows,
  );
}

function headsOf(sizes: readonly number[]): string[] {
  return ['', ...sizes.map((size) => size.toLocaleString('en'))];
}

function table(
  title: string,
  columns: Table['columns'],
  rows: Table['rows'],
  about = 'Medians in milliseconds.',
): Table {
  return { kind: 'table', title, about, columns, rows };
}

/** The median of the largest size relative to the smallest. */
function ratioOf(times: Measured['times']): number {
  return (times.at(-1)?.p50 ?? Number.NaN) / (times[0]?.p50 ?? Number.NaN);
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
