import { expect, it } from 'vitest';
import { factsOf } from '../checks/fixtures/facts-of.ts';
import { renderDifferencesOf } from './render-differences.ts';

const data = (type: string) =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"${type}"}</script>`;
const source = `<html lang="en"><head><title>Loading</title>${data('WebPage')}</head><body><a href="/a">A</a><div id="root"></div></body></html>`;
const built = `<html lang="de"><head><title>Rye</title><meta name="description" content="Bread">
  <link rel="canonical" href="/rye"><meta name="robots" content="noindex, nofollow">
  <link rel="alternate" hreflang="de" href="/de">${data('WebPage')}${data('Article')}</head>
  <body><h1>Rye bread</h1><a href="/a">A</a><a href="/b">B</a></body></html>`;

it('lists what scripts have changed, both sides', async () => {
  expect(renderDifferencesOf(await factsOf({ html: source, rendered: { html: built } }))).toEqual([
    { part: 'title', source: 'Loading', rendered: 'Rye' },
    { part: 'description', source: null, rendered: 'Bread' },
    { part: 'canonical', source: null, rendered: 'https://example.com/rye' },
    { part: 'robots', source: null, rendered: 'robots: nofollow, robots: noindex' },
    { part: 'language', source: 'en', rendered: 'de' },
    { part: 'h1', source: null, rendered: 'Rye bread' },
    { part: 'words', source: 1, rendered: 3 },
    { part: 'links', source: 1, rendered: 2 },
    { part: 'hreflang', source: 0, rendered: 1 },
    { part: 'structured_data', source: 'WebPage', rendered: 'Article, WebPage' },
  ]);
});

it('lists nothing for the same page, and for one that was not rendered', async () => {
  expect(renderDifferencesOf(await factsOf({ html: built, rendered: {} }))).toEqual([]);
  expect(renderDifferencesOf(await factsOf({ html: built }))).toEqual([]);
  expect(renderDifferencesOf(await factsOf({ html: built, rendered: 'render_crashed' }))).toEqual(
    [],
  );
});

it('cuts long texts', async () => {
  const long = `<title>${'rye '.repeat(200)}</title>`;
  const [title] = renderDifferencesOf(await factsOf({ rendered: { html: long } }));
  expect(title?.rendered).toMatch(/^rye .{295}…$/);
});
