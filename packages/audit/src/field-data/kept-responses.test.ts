import { expect, it } from 'vitest';
import type { FieldDataResponse } from './field-data.ts';
import { createKeptResponses } from './kept-responses.ts';

const none: FieldDataResponse = { status: 'none', reason: 'no_data' };
const now = new Date('2026-06-01T12:00:00Z');
const keysOf = (kept: ReturnType<typeof createKeptResponses>, keys: readonly string[]) =>
  keys.filter((key) => kept.get(key, now) !== undefined);

it('drops what was used longest ago above a number', () => {
  const kept = createKeptResponses({ count: 2, bytes: 1e6 });
  kept.set('a', none, now);
  kept.set('b', none, now);
  kept.get('a', now);
  kept.set('c', none, now);
  expect(keysOf(kept, ['a', 'b', 'c'])).toEqual(['a', 'c']);
});

it('drops it above a number of bytes', () => {
  const kept = createKeptResponses({ count: 100, bytes: 1_000 });
  kept.set('a', none, now);
  kept.set('b', none, now);
  kept.set('x'.repeat(300), none, now);
  expect(keysOf(kept, ['a', 'b', 'x'.repeat(300)])).toEqual(['x'.repeat(300)]);
  kept.set('y'.repeat(2_000), none, now);
  expect(keysOf(kept, ['x'.repeat(300), 'y'.repeat(2_000)])).toEqual([]);
  // Nothing that was dropped counts any more.
  kept.set('a', none, now);
  kept.set('a', none, now);
  kept.set('b', none, now);
  expect(keysOf(kept, ['a', 'b'])).toEqual(['a', 'b']);
});

it('keeps nothing longer after the clock was set back', () => {
  const kept = createKeptResponses();
  kept.set('a', none, new Date(now.getTime() + 48 * 3_600_000));
  expect(kept.get('a', now)).toBeUndefined();
});
