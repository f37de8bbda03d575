import { expect, it } from 'vitest';
import { outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { structuredDataPresent } from './structured-data-present.ts';

const of = (page: PageUnderTest) => outcomeOf(structuredDataPresent, page);
const script = (json: string) => `<script type="application/ld+json">${json}</script>`;

it('warns about a page without structured data', async () => {
  expect(await of({ body: '<p>Text</p>' })).toEqual({
    status: 'warn',
    summary: 'The page has no JSON-LD, Microdata or RDFa.',
    value: { syntaxes: [], types: [] },
    evidence: [],
  });
});

it.each([
  ['JSON-LD', script('{"@context":"https://schema.org","@type":"Article"}')],
  ['Microdata', '<div itemscope itemtype="http://schema.org/Article">'],
  ['RDFa', '<div vocab="https://schema.org/" typeof="Article">'],
])('passes %s', async (name, body) => {
  expect(await of({ body })).toMatchObject({
    status: 'pass',
    summary: `The page uses ${name} with the type Article.`,
    value: { syntaxes: [name], types: ['Article'] },
  });
});

it('names several syntaxes', async () => {
  const body =
    '<div itemscope itemtype="https://schema.org/Product"></div><i vocab="https://schema.org/" typeof="Product">';
  const { summary } = await of({ body });
  expect(summary).toBe('The page uses Microdata and RDFa with the type Product.');
});

it('lists top-level items in the summary, and all items in the value', async () => {
  const body = script(
    '{"@context":"https://schema.org","@type":"Article","author":{"@type":"Person"}}',
  );
  const outcome = await of({ body });
  expect(outcome.summary).toBe('The page uses JSON-LD with the type Article.');
  expect(outcome.value).toEqual({ syntaxes: ['JSON-LD'], types: ['Article', 'Person'] });
});

it('names no more than a few types', async () => {
  const graph = Array.from({ length: 40 }, (_, index) => `{"@type":"T${index}"}`).join();
  const outcome = await of({
    body: script(`{"@context":"https://schema.org","@graph":[${graph}]}`),
  });
  expect(outcome.summary).toMatch(/ T0, T1, T2, T3, T4 and more\.$/);
  expect(outcome.value).toMatchObject({ types: { length: 25 } });
});

it('quotes structured data of a vocabulary that search engines gave up', async () => {
  const tag = '<div itemscope itemtype="http://data-vocabulary.org/Breadcrumb">';
  expect(await of({ body: tag })).toMatchObject({
    status: 'warn',
    summary: 'The page uses data-vocabulary.org, which search engines no longer read.',
    evidence: [{ kind: 'html', text: tag, line: 1 }],
  });
});

it.each([
  ['<div typeof="foaf:Image">', 'The page has structured data, but none of it uses schema.org.'],
  [script('{"@type":"Article"}'), 'The page has JSON-LD, but nothing in it has a schema.org type.'],
])('warns about %s', async (body, summary) => {
  expect(await of({ body })).toMatchObject({ status: 'warn', summary });
});

it('does not fail for JSON-LD that could not be read', async () => {
  const long = script(`{"@type":"Article","articleBody":"${'x'.repeat(200_000)}"}`);
  expect((await of({ body: long })).status).toBe('error');
  expect((await of({ body: script('['.repeat(1000) + ']'.repeat(1000)) })).status).toBe('error');
});

it('leaves JSON-LD that cannot be read to json-ld-valid', async () => {
  const body = script('{"@context":');
  expect((await of({ body })).status).toBe('na');
});
