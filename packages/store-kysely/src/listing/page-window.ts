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
 * The window of a page, or `undefined` where it has no rows. With the exact total, a page in the
 * second half is read from the other end: the last costs what the first does.
 */
export function pageWindow(
  { start, perPage, sort }: ListQuery,
  exactTotal: number | undefined,
): PageWindow | undefined {
  const forward = { direction: sort, isReversed: false, offset: 0, limit: perPage };
  const backward = { ...forward, direction: opposite(sort), isReversed: true };
  if (exactTotal === 0) return undefined;
  if ('after' in start) return { ...forward, behind: start.after };
  if ('before' in start) return { ...backward, behind: start.before };

  const offset = (start.page - 1) * perPage;
  if (exactTotal === undefined) return { ...forward, offset };
  if (offset >= exactTotal) return undefined;
  const limit = Math.min(perPage, exactTotal - offset);
  const offsetFromEnd = exactTotal - offset - limit;
  return offset <= offsetFromEnd
    ? { ...forward, offset, limit }
    : { ...backward, offset: offsetFromEnd, limit };
}

function opposite(direction: 'asc' | 'desc'): 'asc' | 'desc' {
  return direction === 'asc' ? 'desc' : 'asc';
}
