import type { Json } from '@sitegrade/core';

/**
 * Returns a value of parsed JSON if it is as expected.
 *
 * @param name - What messages call it: `pages[0].url`; empty for the whole file.
 * @throws Error with what it must be.
 */
export type Shape<Value> = (value: unknown, name: string) => Value;

function kind<Value>(expected: string, accepts: (value: unknown) => value is Value): Shape<Value> {
  return (value, name) => {
    if (accepts(value)) return value;
    throw new Error(`${name || 'the file'} must be ${expected}.`);
  };
}

/** Any string. */
export const text = kind('a string', (value) => typeof value === 'string');

/** A string or `null`. */
export const textOrNull = kind(
  'a string or null',
  (value) => value === null || typeof value === 'string',
);

/** Any number. */
export const number = kind('a number', (value) => typeof value === 'number');

/** A number or `null`. */
export const numberOrNull = kind(
  'a number or null',
  (value) => value === null || typeof value === 'number',
);

/** `true` or `false`. */
export const boolean = kind('a boolean', (value) => typeof value === 'boolean');

/** A URL with its scheme. */
export const absoluteUrl = kind(
  'a URL',
  (value): value is string => typeof value === 'string' && URL.canParse(value),
);

/** Whatever was parsed as JSON is JSON; only a missing field is not. */
export const anyJson = kind('any JSON', (value): value is Json => value !== undefined);

/** One of these strings. */
export function oneOf<const Value extends string>(values: readonly Value[]): Shape<Value> {
  const expected = values.length === 1 ? `${values}` : `one of ${values.join(', ')}`;
  return kind(expected, (value): value is Value => values.some((one) => one === value));
}

const array = kind('an array', (value): value is readonly unknown[] => Array.isArray(value));

/** An array of them. */
export function listOf<Value>(shape: Shape<Value>): Shape<readonly Value[]> {
  return (value, name) => array(value, name).map((item, index) => shape(item, `${name}[${index}]`));
}

/** Whether a value is an object, not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const object = kind('an object', isObject);

/** An object with any keys. */
export function recordOf<Value>(shape: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return (value, name) =>
    Object.fromEntries(
      Object.entries(object(value, name)).map(([key, item]) => [
        key,
        shape(item, `${name}.${key}`),
      ]),
    );
}

/** An object with these fields. Others are left out. */
export function objectOf<Shapes extends Readonly<Record<string, Shape<unknown>>>>(
  shapes: Shapes,
): Shape<{ readonly [Name in keyof Shapes]: ReturnType<Shapes[Name]> }> {
  return (value, name) => {
    const fields = object(value, name);
    const entries = Object.entries(shapes).map(([key, shape]) => {
      return [key, shape(fields[key], name === '' ? key : `${name}.${key}`)] as const;
    });
    return Object.fromEntries(entries) as { [Name in keyof Shapes]: ReturnType<Shapes[Name]> };
  };
}
