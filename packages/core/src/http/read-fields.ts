import { invalidInput } from '../validate.ts';
import type { Fields, Values } from './field.ts';

/** Everything that was sent, by name: a name may come several times. */
export type Entries = ReadonlyMap<string, readonly unknown[]>;

/**
 * Reads the fields from what was sent. Names that are no field are left alone.
 *
 * @throws SitegradeError `invalid_input` with every bad field at once.
 */
export function readFields<All extends Fields>(fields: All, entries: Entries): Values<All> {
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

  if (Object.keys(issues).length > 0) throw invalidInput(issues, reason ? { reason } : {});
  return values as Values<All>;
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
