import { expect, it } from 'vitest';
import { factsOf } from '../checks/fixtures/facts-of.ts';
import { summarizePage } from '../report/audit-page.ts';
import { pixelWidthOf } from './pixel-width.ts';
import { searchResultOf } from './search-result.ts';

const of = async (head: string, { body = '', url = 'https://example.com/page' } = {}) =>
  searchResultOf((await factsOf({ head, body })).page, url);

it('shows the title, the path and the description', async () => {
  const head = '<title> Rye  bread </title><meta name=description content=" Baked daily. ">';
  expect(await of(head, { url: 'https://www.example.com/blog/rye-bread/?page=2#top' })).toEqual({
    title: 'Rye bread',
    url: 'https://www.example.com › blog › rye-bread',
    description: 'Baked daily.',
  });
});

it('cuts texts after the last word that fits', async () => {
  const text = 'How to bake rye bread at home with a starter, step by step';
  const head = `<title>${text}, and why</title><meta name=description content="${`${text}. `.repeat(4)}">`;
  const { title, description } = await of(head);
  expect(title).toBe('How to bake rye bread at home with a starter, step by step, and…');
  expect(pixelWidthOf(title, 20)).toBeLessThanOrEqual(600);
  expect(description).toMatch(/^How to .+ [a-z]+…$/);
  expect(pixelWidthOf(description ?? '', 14)).toBeLessThanOrEqual(985);
});

it('counts full-width characters as wide as they are', async () => {
  const { title } = await of(`<title>${'東京'.repeat(20)}</title>`);
  expect(title).toBe(`${'東京'.repeat(14)}東…`);
});

it('shows the main heading or the domain without a title, and no description', async () => {
  const url = 'https://example.com/';
  expect(await of('', { body: '<h2>News</h2><h1>Rye <b>bread</b></h1>', url })).toEqual({
    title: 'Rye bread',
    url: 'https://example.com',
    description: null,
  });
  expect((await of('<title> </title>', { url })).title).toBe('example.com');
});

it('decodes paths, except invalid ones and control characters', async () => {
  const urlOf = async (url: string) => (await of('', { url })).url;
  expect(await urlOf('https://example.com/caf%C3%A9/%E6%9D%B1')).toBe(
    'https://example.com › café › 東',
  );
  expect(await urlOf('https://example.com/%FF/a%00b/%E2%80%AEx')).toBe(
    'https://example.com › %FF › a%00b › %E2%80%AEx',
  );
  expect((await urlOf(`https://example.com/${'a/'.repeat(900)}`)).length).toBeLessThan(150);
});

it('is not shown for what the server sent instead of the page', async () => {
  const head = '<title>Just a moment...</title>';
  const headers = { 'cf-mitigated': 'challenge' };
  const summary = async (more: object) => summarizePage(await factsOf({ head, ...more }));
  expect((await summary({ status: 403, headers })).searchResult).toBeNull();
  expect((await summary({ head: '<title>Rye</title>' })).searchResult).toMatchObject({
    title: 'Rye',
  });
});
