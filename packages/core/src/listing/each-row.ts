import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { List, ListPosition, ListQuery, ListStart } from './listing.ts';

/** Rows per query: few enough to hold in memory, and many enough for queries to cost little. */
const rowsAtOnce = 500;

/**
 * Reads all rows of a listing in its order, in pages, each only when its rows are wanted. Pages start at
 * positions, without a transaction around them: rows that are inserted, deleted or moved meanwhile
 * may be missing, and those whose sort key changes may come twice.
 *
 * @param keyOf What the rows are sorted by.
 * @param load Reads one page.
 */
export async function* eachRow<Row extends { readonly id: number }>(
  keyOf: (row: Row) => ListPosition['key'],
  load: (page: Pick<ListQuery, 'start' | 'perPage'>) => Promise<List<Row>>,
): AsyncGenerator<Row, void, undefined> {
  let start: ListStart = { page: 1 };
  for (;;) {
    const { rows } = await load({ start, perPage: rowsAtOnce });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    start = { after: { key: keyOf(last), id: last.id } };
    // SQLite queries and writes to a socket end in the same round of the event loop.
    await yieldToEventLoop();
  }
}
