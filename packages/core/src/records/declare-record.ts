import type { CsvColumns } from './csv.ts';
import { fieldsSchema, kindSchema, type Schema } from './schema.ts';

// Aliases, as declarations of what is exported must name what they use, and no other file needs these.

/** A field whose value is not the one that the source has under the same name. */
type ReadField<Source, Value> = {
  readonly schema: Schema;
  readonly read: (source: Source) => Value;
  readonly columns?: CsvColumns<Source>;
};

/** `websiteId` for `website_id`. */
type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Dates are texts, in the format of `toISOString`. */
type AsJson<Value> = Value extends Date ? string : Value;

/** What the fields of a record hold. */
type Members<Source, Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends {
    readonly read: (source: never) => infer Value;
  }
    ? Value
    : CamelCase<Name> extends keyof Source
      ? AsJson<Source[CamelCase<Name>]>
      : never;
};

/** Refuses a field that is only a schema if the source has no value of its name. */
type Readable<Source, Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends { readonly read: unknown }
    ? unknown
    : CamelCase<Name> extends keyof Source
      ? unknown
      : never;
};

/** A record, as it is declared: from one list of fields come the JSON, its schema and the columns of CSV. */
type DeclaredRecord<Source, Fields> = {
  /** The JSON of a source. */
  readonly record: (source: Source) => Members<Source, Fields>;
  readonly schema: Schema;
  /** The fields that are a text, a number or a boolean, and those that say what their columns are. */
  readonly columns: CsvColumns<Source>;
  /** The schemas of the fields, by name, for records that have some of them, too. */
  readonly fields: { readonly [Name in keyof Fields]: Schema };
};

/**
 * Declares a record: each field by its name on the wire and its schema. The value of `website_id` is `websiteId` of the source,
 * dates as texts; a field with another value says which, with {@link from}. A schema without a value does not compile.
 */
export function declareRecord<Source extends object>() {
  return <const Fields extends Readonly<Record<string, Schema | ReadField<Source, unknown>>>>(
    description: string,
    fields: Fields & Readable<Source, Fields>,
  ): DeclaredRecord<Source, Fields> => {
    const rows = Object.entries<Schema | ReadField<Source, unknown>>(fields).map(
      ([name, field]) => {
        if ('read' in field) return { name, ...field };
        const key = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
        const read = (source: Source) => asJson(source[key as keyof Source]);
        return { name, schema: field, read };
      },
    );
    const schemas = Object.fromEntries(rows.map(({ name, schema }) => [name, schema]));
    return {
      record: (source) => {
        const record: Record<string, unknown> = {};
        for (const { name, read } of rows) record[name] = read(source);
        return record as Members<Source, Fields>;
      },
      schema: fieldsSchema(description, schemas),
      columns: Object.assign({}, ...rows.map(columnsOf)),
      fields: schemas as DeclaredRecord<Source, Fields>['fields'],
    };
  };
}

/**
 * A field that is read from its source by a function.
 *
 * @param columns - Its columns of CSV. Default: one, if it is a text, a number or a boolean; none otherwise.
 */
export function from<Source, const Value>(
  schema: Schema,
  read: (source: Source) => Value,
  columns?: CsvColumns<Source>,
): ReadField<Source, Value> {
  return { schema, read, ...(columns && { columns }) };
}

/** The kind of a record, which is not a column. */
export function constant<const Kind extends string>(kind: Kind): ReadField<object, Kind> {
  return { schema: kindSchema(kind), read: () => kind, columns: {} };
}

function asJson(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

type Row<Source> = ReadField<Source, unknown> & { readonly name: string };

function columnsOf<Source>({ name, schema, read, columns }: Row<Source>): CsvColumns<Source> {
  if (columns) return columns;
  return isScalar(schema) ? { [name]: read as CsvColumns<Source>[string] } : {};
}

/** Whether all values are texts, numbers, booleans or `null`. */
function isScalar({ type = [], anyOf = [], enum: values }: Schema): boolean {
  if (values !== undefined) return true;
  const types = [type].flat();
  const isOne = types.length > 0 && !types.includes('array') && !types.includes('object');
  return isOne || (anyOf.length > 0 && anyOf.every(isScalar));
}
