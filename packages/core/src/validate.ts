import { SitegradeError } from '@sitegrade/foundation/errors';
import * as v from 'valibot';

/**
 * Validates input with a schema and reports all invalid fields at once.
 *
 * @param others - Issues that the schema does not find, by field.
 * @throws SitegradeError `invalid_input` with the issues by field.
 */
export function validate<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  others: Readonly<Record<string, readonly string[]>> = {},
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  const issues = { ...issuesByField(parsed.issues ?? []), ...others };
  if (parsed.success && Object.keys(issues).length === 0) return parsed.output;
  throw invalidInput(issues);
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

/** The issues of each invalid item of a list, by its index. */
export function itemIssues(
  schema: v.GenericSchema,
  items: readonly unknown[],
): Readonly<Record<string, readonly string[]>> {
  const issues = Array.from(items, (item) => v.safeParse(schema, item).issues ?? []);
  const messages = issues.map((ofItem) => ofItem.map(({ message }) => message));
  return Object.fromEntries([...messages.entries()].filter(([, ofItem]) => ofItem.length > 0));
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

/**
 * The number of Unicode code points in a text. An emoji counts as one, while `length` counts two.
 */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Limits the length of a text in code points. `maxLength` has the limit, for descriptions of the schema. */
export function maxCodePoints(maxLength: number) {
  const check = v.check(
    (text: string) => countCodePoints(text) <= maxLength,
    `must be at most ${maxLength} characters.`,
  );
  return Object.assign(check, { maxLength });
}

/** A string that every store can save: without NUL and without lone surrogates. */
export const wellFormedText = v.pipe(
  v.string('must be a string.'),
  v.check((text) => !text.includes('\0'), 'must not contain a NUL character.'),
  v.check((text) => text.isWellFormed(), 'must not contain a lone surrogate.'),
);

const ownerIdSchema = v.pipe(wellFormedText, v.nonEmpty(), v.maxBytes(255));

/** Whether a value is an owner id: see {@link requireOwnerId}. */
export function isOwnerId(value: unknown): value is string {
  return v.is(ownerIdSchema, value);
}

/**
 * Requires a valid owner id: the host's own id of a user or tenant, 1 to 255 bytes of
 * UTF-8 without NUL.
 *
 * @throws SitegradeError `invalid_input` on the field `ownerId`.
 */
export function requireOwnerId(ownerId: string): void {
  if (isOwnerId(ownerId)) return;
  throw invalidInput({ ownerId: ['must be a string of 1 to 255 bytes without NUL.'] });
}
