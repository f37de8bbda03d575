import { describe, expect, it } from 'vitest';
import { parsePrefer, preferenceApplied } from './prefer.ts';

const none = { respondAsync: false, waitSeconds: undefined };
const async = { respondAsync: true, waitSeconds: undefined };

describe('parsePrefer', () => {
  it.each([
    ['respond-async', async],
    ['Respond-Async', async],
    ['respond-async, wait=2', { respondAsync: true, waitSeconds: 2 }],
    ['wait=2,respond-async', { respondAsync: true, waitSeconds: 2 }],
    ['wait="2"', { respondAsync: false, waitSeconds: 2 }],
    ['wait = 2 ; x=1', { respondAsync: false, waitSeconds: 2 }],
    ['return=representation; foo="a,b; respond-async", respond-async', async],
    ['respond-async; x="wait=3, wait=4"', async],
    ['lenient="a,respond-async"', none],
    ['', none],
    [',,,', none],
    ['respond-asynchronously', none],
    ['respond-async wait=2', none],
  ])('reads %s', (header, expected) => {
    expect(parsePrefer(header)).toEqual(expected);
  });

  it.each([
    ['0', 0],
    ['30', 30],
    ['31', 30],
    ['999999999', 30],
    ['9999999999', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('waits at most 30 seconds: %s', (sent, waitSeconds) => {
    expect(parsePrefer(`wait=${sent}`)).toEqual({ respondAsync: false, waitSeconds });
  });

  it('uses the first of several', () => {
    expect(parsePrefer('wait=3, wait=4')).toMatchObject({ waitSeconds: 3 });
    expect(parsePrefer('wait=x, wait=4')).toMatchObject({ waitSeconds: undefined });
  });
});

describe('preferenceApplied', () => {
  it.each([
    [async, false, 'respond-async'],
    [{ respondAsync: true, waitSeconds: 2 }, false, 'respond-async, wait=2'],
    [{ respondAsync: true, waitSeconds: 2 }, true, 'wait=2'],
  ])('of %o, done: %s', (preference, isDone, expected) => {
    expect(preferenceApplied(preference, isDone)).toBe(expected);
  });
});
