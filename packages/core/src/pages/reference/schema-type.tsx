import type { ComponentChild, VNode } from 'preact';
import type { Schema } from '../../records/schema.ts';
import { english } from '../english.ts';
import { joined } from './joined.ts';

const text = english.reference.schema;

/** The type of a schema, in a word or two. */
export function SchemaType({ schema }: { readonly schema: Schema }): VNode {
  const { $ref, allOf, anyOf, type = 'any' } = schema;
  if ($ref !== undefined) return <SchemaLink name={$ref.split('/').at(-1) ?? ''} />;
  if (allOf?.[0]) return <SchemaType schema={allOf[0]} />;
  const types = anyOf
    ? anyOf.map((alternative) => <SchemaType schema={alternative} />)
    : [type].flat().map((name) => typeName(name, schema));
  return <>{joined(types, text.or)}</>;
}

/** A link to the section about a schema. */
export function SchemaLink({ name }: { readonly name: string }): VNode {
  return <a href={`#${schemaAnchor(name)}`}>{name}</a>;
}

/** The id of the section about a schema. */
export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

function typeName(type: string, { items, additionalProperties }: Schema): ComponentChild {
  if (type === 'array' && items) {
    return (
      <>
        {text.listOf} <SchemaType schema={items} />
      </>
    );
  }
  if (type === 'object' && additionalProperties) {
    return (
      <>
        {text.objectOf} <SchemaType schema={additionalProperties} />
      </>
    );
  }
  if (type === 'array') return text.list;
  return type === 'any' ? text.any : type;
}

/** Other constraints of a value, such as its range and default, in short phrases. */
export function constraintsOf(schema: Schema): readonly ComponentChild[] {
  const { enum: values, format, pattern, const: only, default: defaultValue } = schema;
  return [
    ...(only === undefined ? [] : [withCode(text.always, [JSON.stringify(only)])]),
    ...(values === undefined || isListed(schema) ? [] : [withCode(text.oneOf, values)]),
    ...rangeOf(schema),
    ...lengthOf(schema),
    ...(format === 'date-time' ? [text.dateTime] : []),
    ...(pattern === undefined || format !== undefined ? [] : [withCode(text.matches, [pattern])]),
    ...(defaultValue === undefined ? [] : [withCode(text.default, [defaultValue])]),
  ];
}

/** A phrase that ends with values. */
export function withCode(phrase: string, values: readonly (string | number)[]): VNode {
  const codes = values.map((value) => <code>{value}</code>);
  return (
    <>
      {phrase} {joined(codes, ', ')}
    </>
  );
}

/** Whether the description already lists the allowed values. */
function isListed({ description = '', enum: values = [] }: Schema): boolean {
  return values.every((value) => description.includes(`\n- \`${value}\``));
}

function rangeOf({ minimum, maximum, const: only }: Schema): readonly string[] {
  const highest = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (only !== undefined || (minimum === undefined && highest === undefined)) return [];
  if (highest === undefined) return [text.from(minimum ?? 0)];
  return [minimum === undefined ? text.upTo(highest) : text.range(minimum, highest)];
}

function lengthOf({ minLength, maxLength, maxItems }: Schema): readonly string[] {
  if (maxItems !== undefined) return [text.atMost(maxItems)];
  if (maxLength === undefined) return minLength === undefined ? [] : [text.notEmpty];
  return [
    text.characters(
      minLength === undefined ? text.upTo(maxLength) : text.range(minLength, maxLength),
    ),
  ];
}
