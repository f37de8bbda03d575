import type { CompiledQuery } from 'kysely';

/**
 * What one method of a store does: a generator that yields statements and is given their rows. A
 * store runs it inside one transaction, in one synchronous turn (SQLite) or with an await at every
 * statement (Postgres).
 */
export type Work<Result> = Generator<CompiledQuery, Result, readonly unknown[]>;

/** The rows of a statement. */
export function* rowsOf<Row>(query: CompiledQuery<Row>): Work<readonly Row[]> {
  return (yield query) as readonly Row[];
}

/** The first row of a statement, where there is one. */
export function* firstOf<Row>(query: CompiledQuery<Row>): Work<Row | undefined> {
  return (yield* rowsOf(query))[0];
}

/** Runs the work through to its result, in one synchronous turn. */
export function runWork<Result>(
  work: Work<Result>,
  execute: (query: CompiledQuery) => readonly unknown[],
): Result {
  let step = work.next();
  while (!step.done) step = work.next(execute(step.value));
  return step.value;
}
