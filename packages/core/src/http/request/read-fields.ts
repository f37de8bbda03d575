import { invalidInput } from '../../validate.ts';
import type { Fields, Values } from './field.ts';
import type { Entries } from './form.ts';

/** The result of reading fields: a value for each valid field, an issue for each invalid one. */
export interface FieldResults<All extends Fields> {
  /** Complete if there are no issues. */
  readonly values: Values<All>;
  readonly issues: Readonly<Record<string, readonly string[]>>;
  /** The reason code of the first invalid field. */
  readonly reason: string | undefined;
}

/** Removes empty values: a GET form sends fields that were left empty, and they count as not sent. */
export function withoutEmpty(entries: Entries): Entries {
  return new Map(
    [...entries].map(([name, values]) => [name, values.filter((value) => value !== '')]),
  );
}

/** Reads the fields from the values that were sent. Other names are ignored. */
export function readFields<All extends Fields>(fields: All, entries: Entries): FieldResults<All> {
  const values: Record<string, unknown> = {};
  const issues: Record<string, string[]> = {};
  const arrays = bracketedNames(entries);
  let reason: string | undefined;

  for (const [name, field] of Object.entries(fields)) {
    const sent = entries.get(name) ?? [];
    const result =
      sent.length > 1 || arrays.has(name)
        ? { issue: 'must be sent once, and not as a list.' }
        : sent.length === 0
          ? field.absent
          : field.read(sent[0]);
    if ('value' in result) {
      values[name] = result.value;
    } else {
      issues[name] = [result.issue];
      reason ??= field.reason;
    }
  }
  return { values: values as Values<All>, issues, reason };
}

/**
 * Requires that all fields of body, query and headers are valid.
 *
 * @throws SitegradeError `invalid_input` with all invalid fields at once.
 */
export function requireFields(results: readonly FieldResults<Fields>[]): void {
  const issues = Object.assign({}, ...results.map(({ issues }) => issues));
  if (Object.keys(issues).length === 0) return;
  const reason = results.find(({ reason }) => reason !== undefined)?.reason;
  throw invalidInput(issues, reason === undefined ? {} : { reason });
}

/** Names sent as `name[]` or `name[key]`, which some servers read as a list or an object. */
function bracketedNames(entries: Entries): ReadonlySet<string> {
  const names = new Set<string>();
  for (const name of entries.keys()) {
    const bracket = name.indexOf('[');
    if (bracket > 0) names.add(name.slice(0, bracket));
  }
  return names;
}
