import { expect, it } from 'vitest';
import { fromPayload, merge, toPayload } from './notifications.ts';

it.each([
  [{ count: 3 }, 'a 3'],
  [{ count: 0, delayMs: 10_000 }, 'a 0 10000'],
  [{ count: 2, delayMs: 5 }, 'a 2 5'],
])('%j is the text %j, which other processes read', (notified, payload) => {
  expect(toPayload('a', notified)).toBe(payload);
  expect(fromPayload('b', payload)).toEqual(notified);
  expect(fromPayload('a', payload)).toBeUndefined();
});

it.each(['', 'b', 'b many', 'a -1', 'b 1 2 3', `b ${'9'.repeat(30)}`])(
  'the text %j of another version is one ticket',
  (payload) => {
    expect(fromPayload('a', payload)).toEqual({ count: 1 });
  },
);

it('tickets are added, up to a number that wakes all workers, with the shortest delay', () => {
  expect(merge(undefined, { count: 2 })).toEqual({ count: 2 });
  expect(merge({ count: 1 }, { count: 2 })).toEqual({ count: 3 });
  expect(merge({ count: 0, delayMs: 7 }, { count: 2 })).toEqual({ count: 2, delayMs: 7 });
  expect(merge({ count: 0, delayMs: 7 }, { count: 0, delayMs: 5 })).toEqual({
    count: 0,
    delayMs: 5,
  });
  expect(merge({ count: 9_000 }, { count: 9_000 })).toEqual({ count: 10_000 });
  expect(fromPayload('b', toPayload('a', { count: 1e9 }))).toEqual({ count: 10_000 });
});
