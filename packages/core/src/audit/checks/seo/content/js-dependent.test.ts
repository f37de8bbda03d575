import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { jsDependent } from './js-dependent.ts';

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
    value: { words: 1, scripts: 1, root: 'root', asksForJavaScript: false },
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
  ['a counter of visits', `<p>Rye</p><noscript><img src="/count.gif"></noscript>${script}`],
])('passes %s', async (_what, body) => {
  expect((await outcomeOf(jsDependent, { body })).status).toBe('pass');
});
