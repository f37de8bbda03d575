/** The part of JSON Schema 2020-12 that the API's document is written in. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: SchemaType | readonly SchemaType[];
  readonly format?: 'int32' | 'int64' | 'double' | 'date-time';
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
export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

type OptionalKey<Shape> = {
  [Key in keyof Shape]-?: Record<never, never> extends Pick<Shape, Key> ? Key : never;
}[keyof Shape];

/** A schema for every member that is always there. */
export type Members<Shape> = { readonly [Key in Exclude<keyof Shape, OptionalKey<Shape>>]: Schema };

/** A schema for every member that may be missing. */
export type OptionalMembers<Shape> = { readonly [Key in OptionalKey<Shape>]: Schema };

/**
 * An object with these members. Name the type that it describes: a member of the type without a schema,
 * or a schema without a member, does not compile. It is not closed: to a client who holds answers
 * against the schema, a member that comes later would be an error.
 */
export function objectSchema<Shape extends object>(
  description: string,
  members: Members<Shape>,
  optional: OptionalMembers<Shape>,
): Schema {
  return {
    description,
    type: 'object',
    properties: { ...members, ...optional },
    required: Object.keys(members),
  };
}

/** A list. */
export function arraySchema(description: string, items: Schema, maxItems?: number): Schema {
  return { description, type: 'array', items, ...(maxItems !== undefined && { maxItems }) };
}

/** One of a few words, each with what it means. The record makes sure that none is forgotten. */
export function wordSchema<Word extends string>(
  description: string,
  meanings: Readonly<Record<Word, string>>,
): Schema {
  const words = Object.keys(meanings);
  const list = words.map((word) => `- \`${word}\`: ${meanings[word as Word]}`).join('\n');
  return { description: `${description}\n\n${list}`, type: 'string', enum: words };
}

/** A text. */
export function textSchema(description: string, maxLength?: number): Schema {
  return { description, type: 'string', ...(maxLength !== undefined && { maxLength }) };
}

/** The same, or `null`. */
export function orNull(schema: Schema & { readonly type: SchemaType }): Schema {
  return { ...schema, type: [schema.type, 'null'] };
}

/** A reference to one of the document's schemas. */
export function refTo(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}
