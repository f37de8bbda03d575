import { hash } from 'node:crypto';
import type { ListPosition } from '../../listing/listing.ts';
import { invalidInput } from '../../validate.ts';

/** Where a page begins, and the listing that the cursor was made for. */
export interface Cursor {
  readonly direction: 'after' | 'before';
  readonly position: ListPosition;
  /** See {@link listingTag}. */
  readonly tag: string;
}

/** Identifies a listing: its owner, records, order and filters. */
export function listingTag(parts: readonly unknown[]): string {
  // The first 12 bytes.
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 16);
}

/** Encodes a cursor as an opaque, URL-safe string. */
export function encodeCursor({ direction, position, tag }: Cursor): string {
  const parts = [direction === 'after' ? 1 : 0, position.key, position.id, tag];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Decodes a cursor; `undefined` for any other text. It is not signed: see {@link validateCursor}. */
export function decodeCursor(text: string): Cursor | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 4) return undefined;
  const [direction, key, id, tag] = parts as readonly unknown[];
  if ((direction !== 0 && direction !== 1) || typeof tag !== 'string') return undefined;
  if (!isKey(key) || typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
    return undefined;
  return { direction: direction === 1 ? 'after' : 'before', position: { key, id }, tag };
}

/**
 * Makes sure that a cursor was made for this listing and has a key of its kind. A forged one could
 * only begin elsewhere in the same owner's listing, but a store must not get a key it cannot compare.
 *
 * @throws SitegradeError `invalid_input` on the field `cursor`.
 */
export function validateCursor(
  cursor: Cursor,
  tag: string,
  isSortKey: (key: ListPosition['key']) => boolean,
): void {
  if (cursor.tag === tag && isSortKey(cursor.position.key)) return;
  throw invalidInput({
    cursor: ['was made for another listing: follow links.next and links.prev as they are.'],
  });
}

function isKey(key: unknown): key is ListPosition['key'] {
  return key === null || typeof key === 'string' || typeof key === 'number';
}
