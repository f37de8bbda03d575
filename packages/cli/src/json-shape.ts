import type { Json } from '@sitegrade/core';
import * as v from 'valibot';
import { plainText } from './plain-text.ts';

// Schemas of JSON that someone wrote into a file. Their messages follow "must be".

/** Any string. */
export const text = v.string('a string');

/** A string or `null`. */
export const textOrNull = v.nullable(v.string('a string or null'));

/** Any number. */
export const number = v.number('a number');

/** A number or `null`. */
export const numberOrNull = v.nullable(v.number('a number or null'));

/** A URL with its scheme. */
export const absoluteUrl = v.pipe(v.string('a URL'), v.check(URL.canParse, 'a URL'));

/** Everything that was parsed as JSON is JSON; only a missing field is not. */
export const anyJson = v.custom<Json>((value) => value !== undefined, 'any JSON');

/** One of these strings. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return v.picklist(words, words.length > 1 ? `one of ${words.join(', ')}` : `${words}`);
}

/** An array of them. */
export function listOf<const Item extends v.GenericSchema>(item: Item) {
  return v.array(item, 'an array');
}

/** Whether a value is an object, not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const object = v.custom<Readonly<Record<string, unknown>>>(isObject, 'an object');

/** An object with any keys. */
export function recordOf<const Value extends v.GenericSchema>(value: Value) {
  return v.pipe(object, v.record(v.string(), value));
}

/** An object with these fields. Others are left out. */
export function objectOf<const Entries extends v.ObjectEntries>(entries: Entries) {
  const missing = ({ path }: v.ObjectIssue) => {
    const entry = entries[String(path?.[0].key)];
    return (entry && v.safeParse(entry, undefined).issues?.[0].message) ?? 'an object';
  };
  return v.pipe(object, v.object(entries, missing));
}

/**
 * Returns a value of parsed JSON if it is as the schema expects.
 *
 * @throws Error with the field, such as `pages[0].url`, and what it must be.
 */
export function parseShape<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const steps = (issues[0].path ?? []).map(({ key }) =>
    typeof key === 'number' ? `[${key}]` : `.${key}`,
  );
  const name = plainText(steps.join('').replace(/^\./, '')) || 'the file';
  throw new Error(`${name} must be ${issues[0].message}.`);
}
