import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { pagination } from './pagination.ts';

const head = '<link rel="prev" href="/list"><link rel="next" href="/list?page=3">';

it('passes pages that are linked to as well', async () => {
  const body = '<a href="https://example.com/list#top">Back</a> <a href="?page=3">Next</a>';
  expect(
    await outcomeOf(pagination, { url: 'https://example.com/list', head, body }),
  ).toMatchObject({
    status: 'pass',
    value: [
      { rel: 'prev', url: 'https://example.com/list' },
      { rel: 'next', url: 'https://example.com/list?page=3' },
    ],
  });
});

it('points out those that are not, without a weight', async () => {
  expect(await outcomeOf(pagination, { head, body: '<a href="/list">Back</a>' })).toMatchObject({
    status: 'warn',
    summary: '1 of 2 next and previous pages has no <a href> link.',
    evidence: [{ text: '<link rel="next" href="/list?page=3">' }],
  });
  expect(pagination.importance).toBe('info');
});

it('does not apply to other links, nor without href', async () => {
  expect((await outcomeOf(pagination)).status).toBe('na');
  const other = '<link rel="nextstep" href="/a"><link rel="next"><link rel="next" href=" ">';
  expect((await outcomeOf(pagination, { head: other })).status).toBe('na');
});

it('looks at no more than 100 of them', async () => {
  const head = '<link rel=next href="/2">'.repeat(1_100);
  expect((await outcomeOf(pagination, { head })).summary).toMatch(/^100 of 100 /);
});
