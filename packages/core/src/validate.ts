import * as v from 'valibot';
import { SitegradeError } from './errors.ts';

/**
 * Validates input with a schema and reports all invalid fields at once.
 *
 * @throws SitegradeError `invalid_input` with the issues by field.
 */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  throw invalidInput(issuesByField(parsed.issues));
}

/**
 * The schema of an input object. An unknown field is an error: a mistyped `expiresAt` must not issue
 * a key that never expires.
 */
export function inputObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  const names = Object.keys(entries).join(', ');
  return v.strictObject(entries, ({ path, expected }) => {
    if (path === undefined) return `must be an object with ${names}.`;
    return expected === 'never' ? `is not a known field. Fields: ${names}.` : 'is required.';
  });
}

/** Creates the error for invalid fields. */
export function invalidInput(
  issues: Readonly<Record<string, readonly string[]>>,
  details: { readonly reason?: string } = {},
): SitegradeError {
  const [field, messages] = Object.entries(issues)[0] ?? ['input', ['is not valid.']];
  return new SitegradeError('invalid_input', `${field} ${messages[0]}`, { ...details, issues });
}

function issuesByField(issues: readonly v.BaseIssue<unknown>[]): Record<string, string[]> {
  const byField = new Map<string, string[]>();
  for (const issue of issues) {
    const field = String(issue.path?.[0]?.key ?? 'input');
    byField.set(field, [...(byField.get(field) ?? []), issue.message]);
  }
  return Object.fromEntries(byField);
}
