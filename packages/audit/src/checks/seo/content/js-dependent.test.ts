import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { title } from '../head/title.ts';
import { linksNone } from '../links/links-none.ts';
import { blankPage } from './blank-page.ts';
import { h1 } from './h1.ts';
import { jsDependent } from './js-dependent.ts';
import { words as enoughWords } from './words.ts';

const script = '<script type=module src=/app.js></script>';
const words = (count: number) => `<p>${'rye '.repeat(count)}</p>`;

it.each([
  ['a root', `<div id=root></div>${script}`],
  ['a root of Next', `<div id=__next></div>${script}`],
  [
    'a request for JavaScript',
    `<noscript>Please enable JavaScript.</noscript><x-shop></x-shop>${script}`,
  ],
  ['a request in German', `<noscript>Bitte aktivieren Sie JavaScript.</noscript>${script}`],
  ['nothing but scripts', `<my-shop></my-shop>${script}`],
  ['a root and a loading sign', `<div id=app><p>Loading…</p></div>${script}`],
])('warns about an empty page with %s', async (_what, body) => {
  const outcome = await outcomeOf(jsDependent, { body });
  expect(outcome.status).toBe('warn');
  expect(outcome.evidence).toMatchObject([{ text: '<script type=module src=/app.js>' }]);
});

it('reports what it found', async () => {
  const body = `<div id=root>Loading</div>${script}`;
  expect(await outcomeOf(jsDependent, { body })).toMatchObject({
    summary: 'Without JavaScript the page has only 1 word; scripts add the rest.',
    value: { words: 1, hiddenWords: 0, scripts: 1, root: 'root', asksForJavaScript: false },
  });
});

it('draws the line at 50 words', async () => {
  const of = async (count: number) =>
    (await outcomeOf(jsDependent, { body: `<div id=root>${words(count)}</div>${script}` })).status;
  expect(await of(49)).toBe('warn');
  expect(await of(50)).toBe('pass');
});

it.each([
  ['a page that the server rendered', `<div id=__next>${words(200)}</div>${script}`],
  [
    'a page with a text that asks for JavaScript',
    `<noscript>Enable JavaScript</noscript>${words(80)}${script}`,
  ],
  ['a short page with a script', `<h1>Bakery</h1><p>Open from 7.</p><a href=/a>Bread</a>${script}`],
  ['a gallery', `<img src=a.png alt=Rye><img src=b.png alt=Oat>${script}`],
  ['a short page without scripts', '<div id=root><p>Rye</p></div>'],
  [
    'data in place of scripts',
    '<div id=root></div><script type="application/json" src=/a.json></script>',
  ],
  [
    'a short page that the server rendered',
    `<div id=__next><h1>Coming soon</h1><p>Bread.</p></div>${script}`,
  ],
  [
    'a page that the server rendered, with much JavaScript',
    `<noscript>Enable JavaScript</noscript><div id=root><h1>Bread</h1>${words(60)}</div>${script.repeat(40)}`,
  ],
  ['a counter of visits', `<p>Rye</p><noscript><img src="/count.gif"></noscript>${script}`],
])('passes %s', async (_what, body) => {
  expect((await outcomeOf(jsDependent, { body })).status).toBe('pass');
});

const hidden = (count: number, rest = '<script>show()</script>') =>
  outcomeOf(jsDependent, {
    body: `<p>Loading</p><div style="display: none"><h1>Rye</h1>${words(count)}</div>${rest}`,
  });

it('warns if the content is hidden until a script shows it', async () => {
  expect(await hidden(299)).toMatchObject({
    status: 'warn',
    summary:
      'Without JavaScript the page shows only 1 word; 300 words are hidden until a script shows them.',
    advice: expect.stringContaining('display: none'),
  });
});

it('passes a short page with a hidden notice, and a hidden text that no script shows', async () => {
  expect((await hidden(298)).status).toBe('pass');
  expect((await hidden(900, '')).status).toBe('pass');
  expect((await hidden(900, `<script></script>${words(50)}`)).status).toBe('pass');
});

it.each([
  [
    'words',
    enoughWords,
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","url":"https://example.com/page"}</script>',
  ],
  ['h1', h1, '<h1></h1>'],
  ['links-none', linksNone, '<p>Rye</p>'],
  ['title', title, '<title></title>'],
])('leaves %s out for an app shell', async (_id, check, html) => {
  const shell = await outcomeOf(check, { body: `${html}<div id=root></div>${script}` });
  expect(shell.status).toBe('na');
  const page = await outcomeOf(check, { body: `${html}<div id=root></div>` });
  expect(['fail', 'warn']).toContain(page.status);
});

/** What React 19 sends for a part that waits for data, in `<Suspense>`. */
const streamed = (part: string, shell = '') =>
  `<!--$?--><template id="B:1"></template><p>Loading</p><!--/$-->${shell}<div hidden id="S:1">${part}</div><script>$RC("B:1","S:1")</script>`;
const part = `<main><h1>Rye bread</h1><p>We bake it every morning.</p><a href=/a>Oat</a></main>`;

it('warns if React streams most of the text, and says that it was not checked', async () => {
  expect(await outcomeOf(jsDependent, { body: streamed(part) })).toMatchObject({
    status: 'warn',
    summary:
      'Without JavaScript the page shows only 1 word; a script of React shows 8 more, which this report did not check.',
    advice: expect.stringContaining('<Suspense>'),
  });
});

it('names what React streams after a page with more text than that', async () => {
  expect(await outcomeOf(jsDependent, { body: streamed(part, words(7)) })).toMatchObject({
    status: 'pass',
    summary:
      'The HTML contains 8 words of text. A script of React shows 8 more, which this report did not check.',
  });
});

it.each([
  ['h1', h1, streamed(part), 'The content needs JavaScript, which this report does not run.'],
  ['links-none', linksNone, streamed(words(9)), expect.stringContaining('needs JavaScript')],
  ['blank-page', blankPage, streamed(part), 'A script of React shows the content of the page.'],
  [
    'h1',
    h1,
    streamed(part, words(20)),
    'The main heading “Rye bread” is in a part that a script of React shows, which this report does not run.',
  ],
])('leaves %s out for what React streams', async (_id, check, body, summary) => {
  expect(await outcomeOf(check, { body })).toMatchObject({ status: 'na', summary });
});

it.each([
  ['hidden content with such an id that no place waits for', streamed(part).replace('B:1', 'B:2')],
  ['a page in which the script has run', part],
  ['a part without text', streamed('<title>Rye</title>', words(50))],
])('does not take %s for streamed', async (_what, body) => {
  const { status, summary } = await outcomeOf(jsDependent, { body });
  expect([status, summary]).toEqual(['pass', expect.stringMatching(/^The HTML .* of text\.$/)]);
});

it('keeps what the shell has: its title and its links', async () => {
  const body = `<title>Bakery</title><a href=/a>Bread</a><div id=root></div>${script}`;
  expect((await outcomeOf(title, { body })).status).toBe('pass');
  expect((await outcomeOf(linksNone, { body })).status).toBe('pass');
});
