import { invalidInput } from '../../validate.ts';
import type { Fields, Values } from './field.ts';

/** Everything that was sent, by name: a name may come several times. */
export type Entries = ReadonlyMap<string, readonly unknown[]>;

/** What came of reading fields: a value for each that is right, an issue for each that is wrong. */
export interface FieldReadings<All extends Fields> {
  /** Whole where there are no issues. */
  readonly values: Values<All>;
  readonly issues: Readonly<Record<string, readonly string[]>>;
  /** The finer word of the first field that is wrong. */
  readonly reason: string | undefined;
}

/** A GET form sends the fields that were left empty: they count as not sent. */
export function withoutEmpty(entries: Entries): Entries {
  return new Map(
    [...entries].map(([name, values]) => [name, values.filter((value) => value !== '')]),
  );
}

/** Reads the fields from what was sent. Names that are no field are left alone. */
export function readFields<All extends Fields>(fields: All, entries: Entries): FieldReadings<All> {
  const values: Record<string, unknown> = {};
  const issues: Record<string, string[]> = {};
  const arrays = bracketedNames(entries);
  let reason: string | undefined;

  for (const [name, field] of Object.entries(fields)) {
    const sent = entries.get(name) ?? [];
    const reading =
      sent.length > 1 || arrays.has(name)
        ? { issue: 'must be given once, and not as a list.' }
        : sent.length === 0
          ? field.absent
          : field.read(sent[0]);
    if ('value' in reading) {
      values[name] = reading.value;
    } else {
      issues[name] = [reading.issue];
      reason ??= field.reason;
    }
  }
  return { values: values as Values<All>, issues, reason };
}

/**
 * Makes sure that every field was right, in body, query and headers.
 *
 * @throws SitegradeError `invalid_input` with every bad field at once.
 */
export function requireFields(readings: readonly FieldReadings<Fields>[]): void {
  const issues = Object.assign({}, ...readings.map((reading) => reading.issues));
  if (Object.keys(issues).length === 0) return;
  const reason = readings.find((reading) => reading.reason !== undefined)?.reason;
  throw invalidInput(issues, reason === undefined ? {} : { reason });
}

/** Names sent as `name[]` or `name[key]`: some servers would read a list or an object there. */
function bracketedNames(entries: Entries): ReadonlySet<string> {
  const names = new Set<string>();
  for (const name of entries.keys()) {
    const bracket = name.indexOf('[');
    if (bracket > 0) names.add(name.slice(0, bracket));
  }
  return names;
}
