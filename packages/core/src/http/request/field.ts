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

/** What came of reading a value: the value, or what is wrong with it. */
export type Reading<Value> = { readonly value: Value } | { readonly issue: string };

/** One parameter of a query or a body: how it is described and how it is read. */
export interface Field<Value> {
  readonly description: string;
  readonly schema: FieldSchema;
  /** A value as a caller would send it, where neither the default nor the allowed values show one. */
  readonly example?: string | number;
  /** Of a header: several lines of it are one list (RFC 9110, 5.3). Any other may come once. */
  readonly isList?: true;
  /** What stands when the parameter is not sent. */
  readonly absent: Reading<Value>;
  /** A finer word for an error about this field. */
  readonly reason?: string;
  /** Judges a value as sent: a text from a query or form, anything from JSON. */
  readonly read: (raw: unknown) => Reading<Value>;
}

/** Parameters by name. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values that {@link Fields} read to. */
export type Values<All extends Fields> = {
  readonly [Name in keyof All]: All[Name] extends Field<infer Value> ? Value : never;
};

const numberKind = { type: 'integer', format: 'int32' } as const;
const textKind = { type: 'string' } as const;

/** One of a few values. In JSON a number may also be sent as its text. */
export function choice<const Value extends string | number, Absent extends Value | undefined>(
  description: string,
  values: readonly Value[],
  absent: Absent,
): Field<Value | Absent> {
  const kind = typeof values[0] === 'number' ? numberKind : textKind;
  const issue = `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}.`;
  return {
    description,
    schema: { ...kind, enum: values, ...(absent === undefined ? {} : { default: absent }) },
    absent: { value: absent },
    read: (raw) => {
      const found = values.find((value) => value === raw || String(value) === raw);
      return found === undefined ? { issue } : { value: found };
    },
  };
}
