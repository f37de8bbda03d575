/** The part of JSON Schema 2020-12 that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly format?: 'int32' | 'int64' | 'double' | 'date-time' | 'binary';
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly default?: string | number;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

/** Types of JSON Schema. */
type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** A schema of one type. */
type Typed<Type extends SchemaType> = Schema & { readonly type: Type };

type OptionalKey<Shape> = {
  [Key in keyof Shape]-?: Record<never, never> extends Pick<Shape, Key> ? Key : never;
}[keyof Shape];

/** A schema for every required property. */
export type RequiredProperties<Shape> = {
  readonly [Key in Exclude<keyof Shape, OptionalKey<Shape>>]: Schema;
};

/** A schema for every optional property. */
type OptionalProperties<Shape> = { readonly [Key in OptionalKey<Shape>]: Schema };

/**
 * The schema of an object. The type parameter is the described type: a property without a schema, or
 * a schema without a property, does not compile. Additional properties are allowed, so that clients
 * that validate responses accept properties that are added later.
 */
export function objectSchema<Shape extends object>(
  description: string,
  members: RequiredProperties<Shape>,
  ...[optional]: Record<never, never> extends OptionalProperties<Shape>
    ? []
    : [OptionalProperties<Shape>]
): Schema {
  return fieldsSchema(description, members, optional);
}

/** The schema of an object, whose type nothing checks. */
export function fieldsSchema(
  description: string,
  members: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    description,
    type: 'object',
    properties: { ...members, ...optional },
    required: Object.keys(members),
  };
}

/** An array. */
export function arraySchema(
  description: string,
  items: Schema,
  maxItems?: number,
): Schema & { readonly type: 'array' } {
  return { description, type: 'array', items, ...(maxItems !== undefined && { maxItems }) };
}

/** One of several strings, each with its meaning. */
export function enumSchema<Value extends string>(
  description: string,
  meanings: Readonly<Record<Value, string>>,
): Schema {
  const values = Object.keys(meanings);
  const list = values.map((value) => `- \`${value}\`: ${meanings[value as Value]}`).join('\n');
  return { description: `${description}\n\n${list}`, type: 'string', enum: values };
}

/** A string. */
export function stringSchema(description: string, maxLength?: number): Typed<'string'> {
  return { description, type: 'string', ...(maxLength !== undefined && { maxLength }) };
}

/** `true` or `false`. */
export function booleanSchema(description: string): Schema {
  return { description, type: 'boolean' };
}

/** The kind of a record. */
export function kindSchema<const Kind extends string>(kind: Kind) {
  return { description: 'Type of the record.', type: 'string', const: kind } as const;
}

/** The same schema, or `null`. */
export function orNull(schema: Typed<SchemaType>): Schema {
  return { ...schema, type: [schema.type, 'null'] };
}

/** Any schema with a description, or `null`. */
export function nullable({ description = '', ...schema }: Schema): Schema {
  return { description, anyOf: [schema, { type: 'null' }] };
}

/** A reference to a schema of the document, or `null`. */
export function refOrNull(description: string, name: string): Schema {
  return { description, anyOf: [refTo(name), { type: 'null' }] };
}

/** A reference to a schema of the document. */
export function refTo(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The id of a record. */
export function idSchema(description: string): Typed<'integer'> {
  return countSchema(description, 1);
}

/** A count. */
export function countSchema(description: string, minimum = 0): Typed<'integer'> {
  return {
    description,
    type: 'integer',
    format: 'int64',
    minimum,
    maximum: Number.MAX_SAFE_INTEGER,
  };
}

/** An integer in a range. */
export function integerSchema(
  description: string,
  minimum: number,
  maximum: number,
): Typed<'integer'> {
  return { description, type: 'integer', format: 'int32', minimum, maximum };
}

/** A number with a fraction. */
export function numberSchema(
  description: string,
  minimum: number,
  maximum?: number,
): Typed<'number'> {
  return {
    description,
    type: 'number',
    format: 'double',
    minimum,
    ...(maximum !== undefined && { maximum }),
  };
}

/** A timestamp in the format of `toISOString`. */
export function dateTimeSchema(description: string): Typed<'string'> {
  return {
    description: `${description} ISO 8601, UTC, with milliseconds.`,
    type: 'string',
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  };
}
