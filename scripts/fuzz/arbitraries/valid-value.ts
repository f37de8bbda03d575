import type { Schema, SchemaType } from '@sitegrade/core/http';
import fc from 'fast-check';

/** Characters of one to four bytes, as a person might type them. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcXYZ019 .-_/:') },
  { weight: 1, arbitrary: fc.constantFrom('ü', 'ß', 'İ', '日', '\u{1F600}', '%', '&', '=', '+') },
);

const defaultMaxLength = 40;

/**
 * Values that a schema allows.
 *
 * @throws Error where the schema says it in a way that this does not understand.
 */
export function validValue(schema: Schema): fc.Arbitrary<unknown> {
  const { enum: values, const: only, type } = schema;
  if (only !== undefined) return fc.constant(only);
  if (values !== undefined) return fc.constantFrom(...values);
  if (typeof type === 'string') return ofType(type, schema);
  if (type !== undefined) return fc.oneof(...type.map((one) => ofType(one, schema)));
  throw new Error(`No values can be made from ${JSON.stringify(schema)}`);
}

function ofType(type: SchemaType, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return text(schema);
    case 'integer':
      return integer(schema);
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(validValue(schema.items ?? { type: 'string' }), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? 5,
      });
    case 'object':
      return object(schema);
  }
}

function text({ pattern, minLength = 0, maxLength = defaultMaxLength }: Schema) {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const short = fc.string({ unit: character, minLength, maxLength: Math.min(maxLength, 12) });
  const longest = fc.constantFrom('a', '\u{1F600}').map((one) => one.repeat(maxLength));
  return fc.oneof({ weight: 19, arbitrary: short }, { weight: 1, arbitrary: longest });
}

function integer({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = minimum ?? Number.MIN_SAFE_INTEGER;
  const max = maximum ?? Number.MAX_SAFE_INTEGER;
  const least = Math.max(min, minimum === undefined ? 0 : min);
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: least, max: Math.min(max, least + 4) }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
  );
}

/** Every required member, and some of the others. */
function object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(
    ([name, schema]) => [name, validValue(schema)] as const,
  );
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
}
