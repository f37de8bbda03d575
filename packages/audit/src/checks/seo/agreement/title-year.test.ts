import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { titleYear } from './title-year.ts';

const of = (title: string, path: string) =>
  outcomeOf(titleYear, {
    head: `<title>${title}</title>`,
    url: `https://example.com${path}`,
    now: new Date('2026-06-01T12:00:00Z'),
  });

it('finds another year in the URL', async () => {
  expect(await of('The best rye breads of 2026', '/guides/best-rye-breads-2023')).toMatchObject({
    status: 'warn',
    summary: 'The title names the year 2026, the URL 2023.',
    evidence: [{ kind: 'html' }, { kind: 'url' }],
  });
  expect((await of('Beste Brote 2026', '/beste_brote_2023.html')).status).toBe('warn');
});

it.each([
  ['The best rye breads of 2026', '/best-rye-breads-2026/'],
  ['Budget 2026: rye and bread', '/2023/budget-2026-rye-bread'],
])('passes %s at %s', async (title, path) => {
  expect((await of(title, path)).status).toBe('pass');
});

it.each([
  ['an archive by date', 'The best rye breads of 2026', '/2023/05/01/'],
  ['no year in the URL', 'The best rye breads of 2026', '/best-rye-breads'],
  ['no year in the title', 'The best rye breads', '/best-rye-breads-2023'],
  ['a season', 'Rye bread league 2024/25', '/rye-bread-league-2024-25'],
  ['a season in one of them', 'Rye bread league 2025', '/rye-bread-league-2024-25'],
  ['a date', 'Rye bread news 2026', '/rye-bread-news-31-12-2025'],
  ['two years', 'Rye bread from 2023 to 2026', '/rye-bread-2023'],
  ['a price', 'Rye bread oven for $2000', '/rye-bread-oven-2024'],
  ['a product', 'Rye bread oven 2026', '/rye-bread-oven-x2000'],
  ['an identifier', 'Rye bread in 2026', '/rye-bread-2033'],
  ['another thing', 'Rye bread news of 2026', '/story-2019'],
  ['the home page', 'Rye bread 2026', '/'],
])('does not apply to %s', async (_name, title, path) => {
  expect((await of(title, path)).status).toBe('na');
});
