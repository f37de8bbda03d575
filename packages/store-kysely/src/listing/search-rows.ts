import { maxExactTotal, searchNeedle } from '@sitegrade/core';
import { type RawBuilder, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, plannedByValues, type Work } from '../work.ts';

/** What is searched, and where. */
export interface SearchedRows {
  readonly search: string;
  readonly searchColumn: string;
  /** Whether the table is the one that the search index is of. */
  readonly isIndexed: boolean;
  /** The listing's filters, without the search. */
  readonly filtered: RawBuilder<unknown>;
  /** How many rows they leave. */
  readonly total: () => Work<number>;
}

/**
 * Which rows to look at for a search: those that the search index finds, to be sorted, or `undefined`
 * for all rows of the listing, in its order. Neither does for every needle: of a rare one the walk
 * sees every row, and of a common one the index would give nearly all, to be sorted for one page.
 */
export function* rowsToSearch(
  { db, dialect }: QueryBuilder,
  { search, searchColumn, isIndexed, filtered, total }: SearchedRows,
): Work<RawBuilder<unknown> | undefined> {
  const needle = searchNeedle(search);
  const { searchIndex } = dialect;
  if (!isIndexed || !searchIndex.helps(needle)) return undefined;

  const rows = yield* total();
  const query = searchIndex.isFew(needle, {
    // A row found costs more than one walked past.
    few: Math.max(1, Math.min(maxExactTotal, Math.floor(rows / 4))),
    total: rows,
    filtered,
    holds: dialect.contains(sql.ref(searchColumn), needle),
  });
  const answer = yield* firstOf(plannedByValues(query.compile(db)));
  return answer?.is_few ? searchIndex.rowsFor(needle) : undefined;
}
