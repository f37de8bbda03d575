import type { Selectable } from 'kysely';
import type { Tables } from './schema.ts';

/** `website_id` for `websiteId`. */
type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** How the values of a column are read; `null` stays `null`. Some drivers read large integers as texts. */
const readers = {
  same: (value: unknown) => value,
  number: Number,
  time: (value: unknown) => new Date(Number(value)),
  json: (value: unknown) => JSON.parse(String(value)),
} as const;

type Reader = keyof typeof readers;

/** A reader, or a column of another name with its reader. */
type Field<Column> = Reader | readonly [column: Column, reader: Reader];

/** The column of a field. */
type ColumnOf<Name, Declared> = Declared extends readonly [infer Column, Reader]
  ? Column
  : SnakeCase<Name>;

/** Refuses a field without a column, one whose column may be `null` if it may not, and one that is read as another type. */
type Readable<Row, Model, Fields> = {
  readonly [Name in keyof Fields]: Name extends keyof Model
    ? ColumnOf<Name, Fields[Name]> extends infer Column extends keyof Row
      ? Value<Row[Column], Model[Name], Fields[Name]> extends Model[Name]
        ? unknown
        : never
      : never
    : never;
};

type Value<Stored, Wanted, Declared> =
  | (null extends Stored ? null : never)
  | (Declared extends 'same' | readonly [unknown, 'same']
      ? Stored
      : Declared extends 'number' | readonly [unknown, 'number']
        ? number
        : Declared extends 'time' | readonly [unknown, 'time']
          ? Date
          : Exclude<Wanted, null>);

/** The columns of what is stored, and how it is read from a row of them. */
interface DeclaredRow<Row, Model, Fields> {
  readonly columns: readonly (keyof Row & ColumnsOf<Fields>)[];
  readonly read: (
    row: Pick<Row, keyof Row & ColumnsOf<Fields>>,
  ) => Pick<Model, keyof Model & keyof Fields>;
}

type ColumnsOf<Fields> = { [Name in keyof Fields]: ColumnOf<Name, Fields[Name]> }[keyof Fields];

/**
 * Declares which columns of a table are which properties of a model: `dayOfMonth` is read from `day_of_month`. What needs
 * several columns is added by the function that calls `read`.
 */
export function declareRow<Table extends keyof Tables, Model extends object>() {
  type Row = Selectable<Tables[Table]>;
  return <const Fields extends { readonly [Name in keyof Model]?: Field<keyof Row> }>(
    fields: Fields & Readable<Row, Model, Fields>,
  ): DeclaredRow<Row, Model, Fields> => {
    const all = Object.entries<Field<keyof Row>>(fields).map(([name, field]) => {
      const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const [column, reader] = typeof field === 'string' ? [snakeCase, field] : field;
      return { name, column, read: readers[reader] };
    });
    return {
      columns: all.map(({ column }) => column) as never,
      read: (row) => {
        const model: Record<string, unknown> = {};
        for (const { name, column, read } of all) {
          const value = row[column as keyof typeof row];
          model[name] = value === null ? null : read(value);
        }
        return model as Pick<Model, keyof Model & keyof Fields>;
      },
    };
  };
}
