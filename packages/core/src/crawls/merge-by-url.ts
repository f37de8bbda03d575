import { compareCodePoints } from '../listing/compare-code-points.ts';

/** A row of a list in the order of URLs, by code point, each URL once. */
interface UrlRow {
  readonly url: string;
}

/** The rows of two lists with one URL; `undefined` where a list has none. */
export interface MergedRow<Row extends UrlRow> {
  readonly url: string;
  readonly from: Row | undefined;
  readonly to: Row | undefined;
}

/** Rows that are yielded at once. */
const chunk = 500;

/** Merges two lists of which only a chunk each is in memory. */
export async function* mergeByUrl<Row extends UrlRow>(
  from: AsyncIterable<readonly Row[]>,
  to: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly MergedRow<Row>[], void, undefined> {
  const [first, second] = [openRows(from), openRows(to)];
  let merged: MergedRow<Row>[] = [];
  for (;;) {
    const [left, right] = [
      first.row() ?? (await first.read()),
      second.row() ?? (await second.read()),
    ];
    const order = orderOf(left, right);
    const pair = { from: order <= 0 ? left : undefined, to: order >= 0 ? right : undefined };
    const url = pair.from?.url ?? pair.to?.url;
    if (url === undefined) break;
    merged.push({ url, ...pair });
    if (pair.from) first.advance();
    if (pair.to) second.advance();
    if (merged.length < chunk) continue;
    yield merged;
    merged = [];
  }
  if (merged.length > 0) yield merged;
}

/** Below 0 if the first row comes before the second one, above 0 if it comes after it. The end comes last. */
function orderOf(first: UrlRow | undefined, second: UrlRow | undefined): number {
  if (first === undefined) return second === undefined ? 0 : 1;
  return second === undefined ? -1 : compareCodePoints(first.url, second.url);
}

/** The position in a list. */
function openRows<Row>(chunks: AsyncIterable<readonly Row[]>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let rows: readonly Row[] = [];
  let index = 0;
  return {
    /** The row at the position; `undefined` at the end of a chunk. */
    row: () => rows[index],
    advance() {
      index += 1;
    },
    /** Goes on to the next chunk, and returns its first row; `undefined` at the end of the list. */
    async read(): Promise<Row | undefined> {
      do {
        const { done, value } = await iterator.next();
        if (done) return undefined;
        rows = value;
        index = 0;
      } while (rows.length === 0);
      return rows[0];
    },
  };
}
