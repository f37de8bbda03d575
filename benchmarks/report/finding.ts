/** A table of measurements. */
export interface Table {
  readonly kind: 'table';
  /** What it shows, as a heading. */
  readonly title: string;
  /** How it was measured: sentences below the heading. */
  readonly about?: string;
  /** The heads of its columns; the first one names the rows. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What was measured beside what is to be reached. */
export interface Goal {
  readonly kind: 'goal';
  /** What was measured, as a row of the first table of the results. */
  readonly what: string;
  readonly measured: number;
  /** A unit or a sign after the number: ` ms` or ` ×`. */
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Why it is missed: what the profile says. Shown only then. */
  readonly missedBecause?: string;
}

/** Bars of a chart, one group of a comparison. */
export interface Bars {
  readonly kind: 'bars';
  readonly title: string;
  /** The unit of the values, for the axis: `ms of CPU time a page`. */
  readonly unit: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
}

/** What a benchmark found. */
export type Finding = Table | Goal | Bars;

/** Whether a goal is reached. A number that is missing reaches none. */
export function isReached({ measured, atMost, atLeast }: Goal): boolean {
  if (atMost !== undefined) return measured <= atMost;
  return atLeast !== undefined && measured >= atLeast;
}

/** A number with as many digits as say something. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits =
    Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 3;
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
