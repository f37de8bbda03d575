import { describe, expect, it } from 'vitest';
import { pageWindow, windowFromStart } from './page-window.ts';

const query = { perPage: 10, sort: 'desc' } as const;
const position = { key: 50, id: 7 };

describe('the window of a page', () => {
  it.each([
    { page: 1, total: 95, direction: 'desc', offset: 0, limit: 10 },
    { page: 5, total: 95, direction: 'desc', offset: 40, limit: 10 },
    { page: 6, total: 95, direction: 'asc', offset: 35, limit: 10 },
    { page: 9, total: 95, direction: 'asc', offset: 5, limit: 10 },
    { page: 10, total: 95, direction: 'asc', offset: 0, limit: 5 },
    { page: 1, total: 5, direction: 'desc', offset: 0, limit: 5 },
  ])('$page of $total rows is read from the nearer end', ({ page, total, ...window }) => {
    const isReversed = window.direction === 'asc';
    expect(pageWindow({ ...query, start: { page } }, total)).toEqual({ ...window, isReversed });
  });

  it.each([11, 1000, Number.MAX_SAFE_INTEGER])('page %i of 95 rows has none', (page) => {
    expect(pageWindow({ ...query, start: { page } }, 95)).toBeUndefined();
  });

  it.each([{ page: 1 }, { after: position }, { before: position }])(
    'of nothing is undefined',
    (start) => {
      expect(pageWindow({ ...query, start }, 0)).toBeUndefined();
    },
  );

  it('of an unknown total is read from the first row', () => {
    const window = { direction: 'desc', isReversed: false, offset: 90, limit: 10 };
    expect(windowFromStart({ ...query, start: { page: 10 } })).toEqual(window);
  });

  it('after a position is read forward, before it backward', () => {
    const window = { offset: 0, limit: 10, after: position };
    expect(pageWindow({ ...query, start: { after: position } }, 95)).toEqual({
      ...window,
      direction: 'desc',
      isReversed: false,
    });
    expect(pageWindow({ ...query, start: { before: position } }, 95)).toEqual({
      ...window,
      direction: 'asc',
      isReversed: true,
    });
  });
});
