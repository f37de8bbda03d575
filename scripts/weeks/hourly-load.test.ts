import { describe, expect, it } from 'vitest';
import { countLoad, sumOfLoad } from './hourly-load.ts';

const hour = 3_600_000;

describe('countLoad', () => {
  it('counts by the hour, and keeps the longest wait of each', () => {
    const load = countLoad(1_000);
    load.created(1_000, 3);
    load.started(1_500, 500);
    load.started(1_600, 90);
    load.refused(1_700);
    load.ended(1_000 + hour);
    expect(load.hours).toEqual([
      { created: 3, started: 2, longestWaitMs: 500, ended: 0, refused: 1, busy: 0 },
      { created: 0, started: 0, longestWaitMs: 0, ended: 1, refused: 0, busy: 0 },
    ]);
  });

  it('divides the time of busy places among hours', () => {
    const load = countLoad(0);
    load.place(hour / 2, 1);
    load.place(hour / 2, 1);
    load.place(hour, -1);
    load.place(2.25 * hour, -1);
    load.place(4 * hour, 1);
    expect(load.hours.map(({ busy }) => busy)).toEqual([1, 1, 0.25, 0]);
  });
});

describe('sumOfLoad', () => {
  it('adds counts, and takes the most of waits and busy places', () => {
    const load = countLoad(0);
    load.created(0, 2);
    load.created(hour, 3);
    load.started(hour, 70);
    load.started(2 * hour, 30);
    load.ended(2 * hour);
    load.place(0, 1);
    load.place(hour, -1);
    expect(sumOfLoad(load.hours)).toEqual({
      ...{ created: 5, started: 2, longestWaitMs: 70, ended: 1, refused: 0, busy: 1 },
    });
    expect(sumOfLoad([])).toMatchObject({ created: 0, busy: 0, longestWaitMs: 0 });
  });
});
