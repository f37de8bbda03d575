import type { Schema } from '@sitegrade/core/http';
import fc from 'fast-check';
import { loneSurrogates, oddText } from './odd-texts.ts';

/**
 * Values close to what a schema allows: a step past each bound, a word of the list in other clothes,
 * another type. Some are allowed after all; whoever judges answers asks the schema.
 */
export function nearMiss(schema: Schema): fc.Arbitrary<unknown> {
  const close = [...aroundBounds(schema), ...aroundLengths(schema), ...aroundWords(schema)];
  return fc.oneof(
    ...(close.length === 0 ? [] : [{ weight: 4, arbitrary: fc.constantFrom(...close) }]),
    { weight: 3, arbitrary: oddText },
    { weight: 1, arbitrary: fc.constantFrom(...otherTypes, ...loneSurrogates) },
  );
}

/** Every type of JSON; in a form they become their texts. */
const otherTypes: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  [],
  ['a'],
  {},
  { a: 1 },
  { length: 1 },
];

function aroundBounds({ minimum, maximum }: Schema): readonly number[] {
  return [minimum, maximum]
    .filter((bound) => bound !== undefined)
    .flatMap((bound) => [bound - 1, bound, bound + 1, bound + 0.5]);
}

function aroundLengths({ minLength, maxLength }: Schema): readonly string[] {
  return [minLength, maxLength]
    .filter((bound) => bound !== undefined)
    .flatMap((bound) => [bound - 1, bound, bound + 1])
    .filter((length) => length >= 0)
    .flatMap((length) => ['a'.repeat(length), 'ü'.repeat(length), '\u{1F600}'.repeat(length)]);
}

function aroundWords({ enum: values = [] }: Schema): readonly unknown[] {
  return values.flatMap((value): unknown[] =>
    typeof value === 'number'
      ? [value + 1, -value, value * 2, `${value}`, ` ${value}`, `0${value}`, `${value}.0`, [value]]
      : [value.toUpperCase(), ` ${value}`, `${value} `, value.slice(1), `${value}\0`, [value]],
  );
}
