import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from './dialect.ts';

/**
 * The limit of queries that run all the time, as a part of their SQL. SQLite plans a statement again at every run
 * if its limit is a value, which takes longer than to run it.
 */
export const oneRow = sql.lit(1);

/** Placeholder for a value while a query is compiled. */
class Placeholder {
  readonly name: string;
  /** Converts the value to that of the database. */
  readonly convert: (value: never) => unknown;

  constructor(name: string, convert: (value: never) => unknown = (value) => value) {
    this.name = name;
    this.convert = convert;
  }
}

/** A value as another one for the database, also while a query is compiled that gets its values later. */
export function converted<Value>(value: Value, convert: (value: Value) => unknown): unknown {
  return value instanceof Placeholder ? new Placeholder(value.name, convert) : convert(value);
}

/**
 * A query whose SQL never changes, only its values. It is compiled once, because building and compiling
 * cost more than running it. For queries of nearly every request.
 *
 * @example
 * ```ts
 * const byId = fixedQuery(({ db }, { id }: { id: number }) =>
 *   db.selectFrom('sitegrade_websites').selectAll().where('id', '=', id).compile());
 * yield* firstOf(byId(builder, { id: 5 }));
 * ```
 */
export function fixedQuery<Values extends object, Row>(
  build: (builder: QueryBuilder, values: Values) => CompiledQuery<Row>,
): (builder: QueryBuilder, values: Values) => CompiledQuery<Row> {
  const ofShape = queryByShape<string, Values, Row>(
    (shape) => shape,
    (builder, _, values) => build(builder, values),
  );
  return (builder, values) => ofShape(builder, '', values);
}

/**
 * A query whose SQL depends on a shape, of which there are few, such as that of a listing: which filters it has, and
 * what it is sorted by. It is compiled once for each.
 *
 * @param keyOf - A text that is the same for shapes with the same SQL.
 */
export function queryByShape<Shape, Values extends object, Row>(
  keyOf: (shape: Shape) => string,
  build: (builder: QueryBuilder, shape: Shape, values: Values) => CompiledQuery<Row>,
): (builder: QueryBuilder, shape: Shape, values: Values) => CompiledQuery<Row> {
  const byBuilder = new WeakMap<QueryBuilder, Map<string, CompiledQuery<Row>>>();
  const placeholders = new Proxy({} as Values, {
    get: (_, name) => new Placeholder(String(name)),
  });
  const compile = (builder: QueryBuilder, shape: Shape, key: string): CompiledQuery<Row> => {
    const query = build(builder, shape, placeholders);
    byBuilder.set(builder, (byBuilder.get(builder) ?? new Map()).set(key, query));
    return query;
  };
  return (builder, shape, values) => {
    const key = keyOf(shape);
    const query = byBuilder.get(builder)?.get(key) ?? compile(builder, shape, key);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder
        ? parameter.convert(values[parameter.name as keyof Values] as never)
        : parameter,
    );
    return { ...query, parameters };
  };
}
