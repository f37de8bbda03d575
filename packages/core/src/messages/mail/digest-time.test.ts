import { expect, it } from 'vitest';
import { nextDigestAt } from './digest-time.ts';

it('is on Monday from 07:00 to 08:00 UTC, after the given time', () => {
  const after = new Date('2027-01-01T12:00Z');
  for (let websiteId = 1; websiteId <= 200; websiteId += 1) {
    const next = nextDigestAt(websiteId, after);
    expect(next.toISOString()).toMatch(/^2027-01-04T07:/);
    expect(nextDigestAt(websiteId, new Date(next.getTime() - 1))).toEqual(next);
    expect(nextDigestAt(websiteId, next).getTime() - next.getTime()).toBe(7 * 86_400_000);
  }
});

it('is spread over the hour', () => {
  const minutes = Array.from({ length: 120 }, (_, index) =>
    nextDigestAt(index + 1, new Date(0)).getUTCMinutes(),
  );
  expect(new Set(minutes).size).toBe(60);
});
