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

/** A row for every case, as Markdown. */
export function tableOfCases(
  title: string,
  sizes: readonly number[],
  measured: readonly Measured[],
): string {
  const rows = measured.map(({ group, name, times }) => {
    const cells = times.map(({ p50, p99 }) => `${p50.toFixed(2)} / ${p99.toFixed(2)}`);
    return [`${group}: ${name}`, ...cells, ratioOf(times).toFixed(2)];
  });
  return table([`${title}, ms p50 / p99`, ...sizes.map(String), 'p50: largest to smallest'], rows);
}

/** A row for every group: the median of the medians of its cases, and the worst ratio. */
export function tableOfGroups(
  title: string,
  sizes: readonly number[],
  measured: readonly Measured[],
): string {
  const groups = new Map<string, Measured[]>();
  for (const measuredCase of measured) {
    groups.set(measuredCase.group, [...(groups.get(measuredCase.group) ?? []), measuredCase]);
  }
  const rows = [...groups].map(([group, cases]) => {
    const cells = sizes.map((_, index) => {
      const p50 = middle(cases.map(({ times }) => times[index]?.p50 ?? Number.NaN));
      const p99 = middle(cases.map(({ times }) => times[index]?.p99 ?? Number.NaN));
      return `${p50.toFixed(2)} / ${p99.toFixed(2)}`;
    });
    const ratios = cases.map(({ times }) => ratioOf(times));
    const worst = cases[ratios.indexOf(Math.max(...ratios))];
    return [
      `${group} (${cases.length})`,
      ...cells,
      middle(ratios).toFixed(2),
      `${Math.max(...ratios).toFixed(2)} (${worst?.name})`,
    ];
  });
  return table([`${title}, ms p50 / p99`, ...sizes.map(String), 'ratio', 'worst'], rows);
}

/** A row for every case that is compared with another: its median as a multiple of the other's. */
export function tableOfComparisons(
  title: string,
  sizes: readonly number[],
  measured: readonly Measured[],
): string {
  const byName = new Map(
    measured.map((measuredCase) => [`${measuredCase.group}: ${measuredCase.name}`, measuredCase]),
  );
  const rows = measured.flatMap(({ group, name, comparedTo, times }) => {
    const other = comparedTo === undefined ? undefined : byName.get(comparedTo);
    if (other === undefined) return [];
    const cells = times.map(({ p50 }, index) => {
      const ratio = p50 / (other.times[index]?.p50 ?? Number.NaN);
      return `${ratio.toFixed(1)} (${p50.toFixed(2)} ms)`;
    });
    return [[`${group}: ${name}`, ...cells]];
  });
  return table([`${title}, p50 relative to all reports`, ...sizes.map(String)], rows);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return ['', line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The median of the largest size relative to the smallest. */
function ratioOf(times: Measured['times']): number {
  return (times.at(-1)?.p50 ?? Number.NaN) / (times[0]?.p50 ?? Number.NaN);
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
