/** The part of JSON Schema that describes a parameter. */
export interface FieldSchema {
  readonly type: 'string' | 'integer';
  readonly format?: 'int32' | 'int64';
  readonly enum?: readonly (string | number)[];
  readonly default?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression of ECMAScript, with the `u` flag. */
  readonly pattern?: string;
}

/** The result of reading a field: its value, or what is wrong with it. */
export type FieldResult<Value> = { readonly value: Value } | { readonly issue: string };

/** One field of a query, a body or the headers: its description and how it is read. */
export interface Field<Value> {
  readonly description: string;
  readonly schema: FieldSchema;
  /** An example value, unless the default or the allowed values provide one. */
  readonly example?: string | number;
  /** For a header that is a list: it may be sent on several lines (RFC 9110, 5.3). */
  readonly isList?: true;
  /** The result if the field is not sent. */
  readonly absent: FieldResult<Value>;
  /** The reason code of an error about this field. */
  readonly reason?: string;
  /** Validates a value as sent: a string from a query or form, any JSON value from a JSON body. */
  readonly read: (raw: unknown) => FieldResult<Value>;
}

/** Fields by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values of {@link Fields}. */
export type Values<All extends Fields> = {
  readonly [Name in keyof All]: All[Name] extends Field<infer Value> ? Value : never;
};

const numberType = { type: 'integer', format: 'int32' } as const;
const stringType = { type: 'string' } as const;

/** A field that accepts a fixed list of values. In JSON a number may also be sent as a string. */
export function choice<const Value extends string | number, Absent extends Value | undefined>(
  description: string,
  values: readonly Value[],
  absent: Absent,
): Field<Value | Absent> {
  const type = typeof values[0] === 'number' ? numberType : stringType;
  const issue = `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}.`;
  return {
    description,
    schema: { ...type, enum: values, ...(absent === undefined ? {} : { default: absent }) },
    absent: { value: absent },
    read: (raw) => {
      const found = values.find((value) => value === raw || String(value) === raw);
      return found === undefined ? { issue } : { value: found };
    },
  };
}
