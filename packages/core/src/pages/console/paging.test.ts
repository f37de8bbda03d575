import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { idOf, Paging, pageNumberOf, rowsPerPage, withQuery } from './paging.tsx';

it.each([
  ['', 1],
  ['page=1', 1],
  ['page=27', 27],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=1e3', 1],
  ['page=99999999999999999999', 1],
  ['page=x', 1],
])('pageNumberOf(%j) is %i', (query, page) => {
  expect(pageNumberOf(new URLSearchParams(query))).toBe(page);
});

it.each([
  ['website=7', 7],
  ['website=0', undefined],
  ['website=07', undefined],
  ['website=x', undefined],
  ['website=9999999999999999', undefined],
  ['', undefined],
])('idOf(%j) is %j', (query, id) => {
  expect(idOf(new URLSearchParams(query), 'website')).toBe(id);
});

it('withQuery leaves out what is empty, and escapes the rest', () => {
  expect(withQuery('/a', { search: '', result: undefined })).toBe('/a');
  expect(withQuery('/a', { search: 'b&c="', page: 2 })).toBe('/a?search=b%26c%3D%22&page=2');
  expect(withQuery('/a', { id: 1, page: 1 })).toBe('/a?id=1');
});

describe('Paging', () => {
  const linksOf = (
    rows: number,
    total: number,
    page: number,
    totalRelation: 'eq' | 'gte' = 'eq',
  ) => {
    const list = { rows: Array(rows).fill(0), total, totalRelation };
    const html = renderToString(h(Paging, { list, page, href: (to: number) => `/${to}` }));
    return [...html.matchAll(/href="\/(\d+)"/g)].map(([, to]) => Number(to));
  };

  it.each([
    [0, 0, 1, 'eq', []],
    [rowsPerPage, 25, 1, 'eq', []],
    [rowsPerPage, 26, 1, 'eq', [2]],
    [1, 26, 2, 'eq', [1]],
    [rowsPerPage, 75, 2, 'eq', [1, 3]],
    [rowsPerPage, 75, 3, 'eq', [2]],
    // Beyond the end there is only the way back.
    [0, 26, 9, 'eq', [1]],
    // A total of a search is a lower bound.
    [rowsPerPage, 10_000, 400, 'gte', [399, 401]],
    [3, 10_000, 401, 'gte', [400]],
  ] as const)('%i rows of %i on page %i (%s) lead to %j', (rows, total, page, relation, to) => {
    expect(linksOf(rows, total, page, relation)).toEqual(to);
  });
});
