import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, listingTag, validateCursor } from './cursor.ts';

const cursors = fc.record({
  direction: fc.constantFrom('after' as const, 'before' as const),
  position: fc.record({
    key: fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null)),
    id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  }),
  tag: fc.string(),
});

describe('cursors', () => {
  it('come back as they were made, and need no escaping in a URL', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        const text = encodeCursor(cursor);
        expect(text).toMatch(/^[\w-]+$/);
        expect(decodeCursor(text)).toEqual(cursor);
      }),
    );
  });

  it('are read from nothing else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cursor = decodeCursor(text);
        if (cursor) expect(encodeCursor(cursor)).toBe(text);
      }),
    );
    expect(
      decodeCursor(
        `${encodeCursor({ direction: 'after', position: { key: 1, id: 1 }, tag: '' })}=`,
      ),
    ).toBeUndefined();
  });

  it('are good for the listing that they were made for', () => {
    const tag = listingTag(['reports', 'user-1', 'desc', undefined]);
    const cursor = { direction: 'after', position: { key: 5, id: 5 }, tag } as const;
    const isAny = () => true;
    expect(() => validateCursor(cursor, tag, isAny)).not.toThrow();
    expect(() => validateCursor(cursor, tag, () => false)).toThrow(/cursor/);
    const others = [
      ['reports', 'user-2', 'desc', undefined],
      ['reports', 'user-1', 'asc', undefined],
      ['reports', 'user-1', 'desc', ''],
      ['reports', 'user-1desc', undefined],
    ];
    for (const parts of others) {
      expect(() => validateCursor(cursor, listingTag(parts), isAny)).toThrow(/cursor/);
    }
  });
});
