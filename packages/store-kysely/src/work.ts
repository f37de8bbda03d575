import type { CompiledQuery } from 'kysely';

/** A statement of a store method. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Whether the best plan depends on the values, so that a generic plan would be bad. */
  readonly isPlannedByValues?: boolean;
  /** Whether it is nearly always the only one of its work, so that no transaction is worth its messages. */
  readonly isMostlyAlone?: boolean;
  /** Whether its rows are lists of values, in the order of its columns. */
  readonly asValues?: boolean;
}

/**
 * One method of a store: a generator that yields statements and gets their rows. A store runs it in one
 * transaction, synchronously (SQLite) or with an await for every statement (Postgres).
 */
export type Work<Result> = Generator<Statement, Result, readonly unknown[]>;

/** The same query, planned for its values each time, because the matches of a search depend on them. */
export function plannedByValues<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  const planned: CompiledQuery<Row> & Statement = { ...query, isPlannedByValues: true };
  return planned;
}

/** The rows of a statement. */
export function* rowsOf<Row>(query: CompiledQuery<Row>): Work<readonly Row[]> {
  return (yield query) as readonly Row[];
}

/**
 * The rows of a statement as lists of values, in the order of its columns: for queries of nearly every request, where
 * objects of names and values take as long as the rest.
 */
export function* valuesOf<Values extends readonly unknown[]>(
  { sql, parameters, isPlannedByValues = false }: CompiledQuery<unknown> & Statement,
  { isMostlyAlone = false }: Pick<Statement, 'isMostlyAlone'> = {},
): Work<readonly Values[]> {
  const statement = { sql, parameters, isPlannedByValues, isMostlyAlone, asValues: true };
  return (yield statement) as readonly Values[];
}

/** The first row of a statement, if there is one. */
export function* firstOf<Row>(query: CompiledQuery<Row>): Work<Row | undefined> {
  return ((yield query) as readonly Row[])[0];
}

/** The values of columns, which may be with their tables, of a row. */
export type ValuesOf<Columns extends readonly string[], Row> = {
  readonly [Index in keyof Columns]: Columns[Index] extends `${string}.${infer Name extends string & keyof Row}`
    ? Row[Name]
    : Row[Columns[Index] & keyof Row];
};

/** Values by the names of their columns. */
export function rowOf<Row extends object>(
  columns: readonly string[],
  values: readonly unknown[],
): Row {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) {
    row[columns[index] as string] = values[index];
  }
  return row as Row;
}

/** Runs the work to its result, synchronously. */
export function runWork<Result>(
  work: Work<Result>,
  execute: (statement: Statement) => readonly unknown[],
): Result {
  let step = work.next();
  while (!step.done) step = work.next(execute(step.value));
  return step.value;
}

/** Runs the work to its result, awaiting every statement. */
export async function runWorkAsync<Result>(
  work: Work<Result>,
  execute: (statement: Statement) => Promise<readonly unknown[]>,
): Promise<Result> {
  let step = work.next();
  while (!step.done) step = work.next(await execute(step.value));
  return step.value;
}

/** How a store runs work: each in a separate transaction, which starts again for every retry. */
export interface Runner {
  /** All statements see one state of the database. */
  read<Result>(begin: () => Work<Result>): Promise<Result>;
  /** All statements take effect, or none. */
  write<Result>(begin: () => Work<Result>): Promise<Result>;
  /** The same, but a power failure may undo it, and the changes since the last {@link Runner.write} with it. */
  writeUnsynced<Result>(begin: () => Work<Result>): Promise<Result>;
  /** The same as `read` and `write` for a single statement, which is atomic by itself. */
  readStatement<Result>(begin: () => Work<Result>): Promise<Result>;
  writeStatement<Result>(begin: () => Work<Result>): Promise<Result>;
}
