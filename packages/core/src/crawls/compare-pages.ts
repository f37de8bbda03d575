import { type Result, resultOf } from '@sitegrade/audit';
import type { CappedList } from '../reports/finding-changes.ts';
import { isSameRuleset } from '../store/mixed-rulesets.ts';
import type { MergedRow } from './merge-by-url.ts';
import { knownBy, type ReadCrawl, type ReadRow } from './read-crawl.ts';

/** The most rows of a list. */
const maxRows = 1_000;

/** A page that only one of two crawls has. */
export interface ComparedPage {
  readonly url: string;
  readonly score: number | null;
  readonly result: Result | null;
}

/** A page with different scores in two crawls. */
export interface ChangedPage {
  readonly url: string;
  readonly from: number;
  readonly to: number;
}

/** Collects which pages are new, gone and changed, of rows in the order of URLs. */
export function comparePages(earlier: ReadCrawl, later: ReadCrawl) {
  const isComparable = isSameRuleset(earlier.crawl, later.crawl);
  const newPages = openFirstRows<ComparedPage>();
  const gonePages = openFirstRows<ComparedPage>();
  const unexamined = { from: 0, to: 0 };
  let changed: ChangedPage[] = [];
  let changedTotal = 0;
  return {
    add({ url, from, to }: MergedRow<ReadRow>): void {
      const [before, after] = [knownBy(earlier, from), knownBy(later, to)];
      if (typeof before === 'number') {
        if (after === 'no page') gonePages.add({ url, score: before, result: resultOf(before) });
        if (to?.known === 'not examined') unexamined.to += 1;
      }
      if (typeof after === 'number') {
        if (before === 'no page') newPages.add({ url, score: after, result: resultOf(after) });
        if (from?.known === 'not examined') unexamined.from += 1;
      }
      if (typeof before !== 'number' || typeof after !== 'number' || before === after) return;
      changedTotal += 1;
      changed.push({ url, from: before, to: after });
      if (changed.length >= 2 * maxRows) changed = mostChanged(changed);
    },
    lists: () => ({
      newPages: newPages.list(),
      gonePages: gonePages.list(),
      changedPages: isComparable ? { total: changedTotal, rows: mostChanged(changed) } : null,
    }),
    notes: () => [
      ...unexaminedNotes(earlier, later, unexamined.to),
      ...unexaminedNotes(later, earlier, unexamined.from),
    ],
  };
}

/** The pages whose scores fell most, then by URL: rows are in that order. */
function mostChanged(pages: readonly ChangedPage[]): ChangedPage[] {
  return pages.toSorted((a, b) => a.to - a.from - (b.to - b.from)).slice(0, maxRows);
}

/** A list that keeps its first rows only. */
function openFirstRows<Row>() {
  const rows: Row[] = [];
  let total = 0;
  return {
    add(row: Row): void {
      total += 1;
      if (rows.length < maxRows) rows.push(row);
    },
    list: (): CappedList<Row> => ({ total, rows }),
  };
}

/** How many pages of the first crawl the second one knows, but did not examine. */
function unexaminedNotes(first: ReadCrawl, second: ReadCrawl, count: number): readonly string[] {
  // There is a note about all that it did not reach.
  if (second.crawl.end !== 'complete' || count === 0) return [];
  const pages =
    count === 1 ? `1 page of ${first.name} was` : `${count} pages of ${first.name} were`;
  return [`${pages} not examined by ${second.name}.`];
}
