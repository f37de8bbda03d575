import type { ListPosition, ListQuery } from '@sitegrade/core';

/** Which rows of a sorted listing to read, and from which end. */
export interface PageWindow {
  /** Direction to read in. */
  readonly direction: 'asc' | 'desc';
  /** Whether that is against the listing's own: the rows read are then to be turned round. */
  readonly isReversed: boolean;
  /** The row behind which to begin, in the direction read. */
  readonly behind?: ListPosition;
  readonly offset: number;
  readonly limit: number;
}

/**
 * The window of a page, or `undefined` where it has no rows. With the total, a page in the second
 * half is read from the other end: the last costs what the first does.
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

/** The window of a page of who knows how many. */
export function windowFromStart({ start, perPage, sort }: ListQuery): PageWindow {
  const forward = { direction: sort, isReversed: false, offset: 0, limit: perPage };
  if ('after' in start) return { ...forward, behind: start.after };
  if ('page' in start) return { ...forward, offset: (start.page - 1) * perPage };
  return { ...forward, direction: opposite(sort), isReversed: true, behind: start.before };
}

function opposite(direction: 'asc' | 'desc'): 'asc' | 'desc' {
  return direction === 'asc' ? 'desc' : 'asc';
}
