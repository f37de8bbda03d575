import type { InputSchema } from './tool.ts';

/** Few enough digits that a number is exact. */
const integer = /^\s*[+-]?\d{1,15}(?:\.0+)?\s*$/;

/**
 * The arguments of a call as a model means them: many send `null` or `""` for an argument that they do not give, and
 * numbers as strings. The schema that models see says what is right, and validates the rest.
 */
export function toolInput({ properties }: InputSchema, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property === undefined) return [[name, value]];
      if (value === null || value === '') return [];
      const isNumber =
        property.type === 'integer' && typeof value === 'string' && integer.test(value);
      return [[name, isNumber ? Number(value) : value]];
    }),
  );
}
