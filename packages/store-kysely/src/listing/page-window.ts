import type { ListPosition, ListQuery } from '@sitegrade/core/store';

/** Which rows of a sorted listing to read, and from which end. */
export interface PageWindow {
  /** Direction to read in. */
  readonly direction: 'asc' | 'desc';
  /** Whether that is the opposite of the listing's direction, so that the rows must be reversed. */
  readonly isReversed: boolean;
  /** The row after which to begin, in the direction read. */
  readonly after?: ListPosition;
  readonly offset: number;
  readonly limit: number;
}

/**
 * The window of a page, or `undefined` if it has no rows. With the total, a page in the second
 * half is read from the other end, so that the last costs as much as the first.
 */
export function pageWindow(query: ListQuery, total: number): PageWindow | undefined {
  if (total === 0) return undefined;
  if (!('page' in query.start)) return windowFromStart(query);

  const { perPage, sort } = query;
  const offset = (query.start.page - 1) * perPage;
  if (offset >= total) return undefined;
  const limit = Math.min(perPage, total - offset);
  const offsetFromEnd = total - offset - limit;
  return offset <= offsetFromEnd
    ? { direction: sort, isReversed: false, offset, limit }
    : { direction: opposite(sort), isReversed: true, offset: offsetFromEnd, limit };
}

/** The window of a page without a known total. */
export function windowFromStart({ start, perPage, sort }: ListQuery): PageWindow {
  const forward = { direction: sort, isReversed: false, offset: 0, limit: perPage };
  if ('after' in start) return { ...forward, after: start.after };
  if ('page' in start) return { ...forward, offset: (start.page - 1) * perPage };
  return { ...forward, direction: opposite(sort), isReversed: true, after: start.before };
}

function opposite(direction: 'asc' | 'desc'): 'asc' | 'desc' {
  return direction === 'asc' ? 'desc' : 'asc';
}
