import { expect, it } from 'vitest';
import { runChecks } from '../../../scoring/run-checks.ts';
import { scoreResults } from '../../../scoring/score.ts';
import { factsOf, outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { checks } from '../../index.ts';
import { soft404Text } from './soft-404-text.ts';

const title = '<title>Page not found | Bakery</title>';
const h1 = '<h1>Page not found</h1>';
const words = (count: number) => `<p>${'rye '.repeat(count)}</p>`;

it('fails a page with two “not found” texts', async () => {
  expect(await outcomeOf(soft404Text, { head: title, body: h1 })).toMatchObject({
    status: 'fail',
    summary: 'The server responds with status 200, but the page says “Page not found | Bakery”.',
    evidence: [{ text: title }, { text: h1 }],
  });
});

it('reads main headings by their role, too', async () => {
  const byRole = (level: number) =>
    outcomeOf(soft404Text, {
      head: title,
      body: `<div role="heading" aria-level="${level}">Page not found</div>`,
    });
  expect(await byRole(1)).toMatchObject({
    status: 'fail',
    evidence: [{ text: title }, { text: expect.stringContaining('>Page not found</div>') }],
  });
  expect((await byRole(2)).status).toBe('warn');
  const hidden = '<h1 hidden>Page not found</h1>';
  expect((await outcomeOf(soft404Text, { head: title, body: hidden })).status).toBe('warn');
});

it('caps the score of a page with two “not found” texts, as a status of 404 does', async () => {
  const score = async (page: PageUnderTest) => {
    const results = await runChecks(checks, await factsOf(page));
    return scoreResults(checks, results, { expectIndexable: true });
  };
  const head = `${title}<meta name="viewport" content="width=device-width">`;
  const page = { head, body: `${h1}${words(200)}` };
  const [soft, real] = [await score(page), await score({ ...page, status: 404 })];
  expect([soft.score, real.score]).toEqual([49, 49]);
  expect(soft.gates).toMatchObject([{ check: 'soft-404-text', cap: 49 }]);
  const unsure = await score({ head, body: `<h1>Bakery</h1>${words(200)}` });
  expect(unsure.gates).toEqual([]);
});

it('only warns if both texts are a code, which may be a name', async () => {
  const named = { head: '<title>404 | The Band</title>', body: '<h1>404</h1>' };
  expect((await outcomeOf(soft404Text, named)).status).toBe('warn');
  const withWords = { head: '<title>404 – Page not found</title>', body: '<h1>404</h1>' };
  expect((await outcomeOf(soft404Text, withWords)).status).toBe('fail');
});

it.each([
  ['its title', { head: title }],
  ['its heading', { head: '<title>Bakery</title>', body: h1 }],
  ['its heading in German', { body: '<h1>Ups! Seite nicht gefunden</h1>' }],
])('warns if only %s is a “not found” text', async (_what, page) => {
  expect((await outcomeOf(soft404Text, page)).status).toBe('warn');
});

it('believes both on pages with a long menu, and one on short pages only', async () => {
  const both = async (count: number) =>
    (await outcomeOf(soft404Text, { head: title, body: `${h1}${words(count - 3)}` })).status;
  const titleOnly = async (count: number) =>
    (await outcomeOf(soft404Text, { head: title, body: words(count) })).status;
  expect([await both(800), await both(801)]).toEqual(['fail', 'pass']);
  expect([await titleOnly(300), await titleOnly(301)]).toEqual(['warn', 'pass']);
});

it.each([
  [
    'an article about it',
    { head: '<title>How to design a 404 page</title>', body: '<h1>404 pages</h1>' },
  ],
  ['one that asks what it means', { head: '<title>What does “404 page not found” mean?</title>' }],
  [
    'a reference of status codes',
    { url: 'https://docs.example.com/status/404', head: '<title>404 Not Found | Docs</title>' },
  ],
  [
    'the error page itself, asked for on purpose',
    { url: 'https://example.com/not-found.html', head: title, body: h1 },
  ],
  [
    'an article with a publication date',
    { head: `${title}<meta property="article:published_time" content="2026-01-01">`, body: h1 },
  ],
  [
    'an article in structured data',
    {
      head: `${title}<script type="application/ld+json">{"@type": "NewsArticle"}</script>`,
      body: h1,
    },
  ],
  ['a message that scripts show when needed', { body: `<div hidden>${h1}</div><h1>Bakery</h1>` }],
  ['a smaller heading', { body: '<h1>Search</h1><h2>Not found</h2>' }],
  [
    'an address',
    { head: '<title>404 Main Street</title>', body: '<h1>Offices at 404 Main Street</h1>' },
  ],
  ['a car', { head: '<title>Peugeot 404</title>', body: '<h1>Peugeot 404</h1>' }],
])('passes %s', async (_what, page) => {
  expect((await outcomeOf(soft404Text, page)).status).toBe('pass');
});

it('does not apply to error statuses', async () => {
  expect((await outcomeOf(soft404Text, { status: 404, head: title })).status).toBe('na');
});
