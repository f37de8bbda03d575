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

  constructor(name: string) {
    this.name = name;
  }
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
  const compiled = new WeakMap<QueryBuilder, CompiledQuery<Row>>();
  const placeholders = new Proxy({} as Values, {
    get: (_, name) => new Placeholder(String(name)),
  });
  return (builder, values) => {
    const query = compiled.get(builder) ?? build(builder, placeholders);
    compiled.set(builder, query);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    return { ...query, parameters };
  };
}
