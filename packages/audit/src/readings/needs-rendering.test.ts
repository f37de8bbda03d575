import { expect, it } from 'vitest';
import { factsOf } from '../checks/fixtures/facts-of.ts';
import { needsRendering } from './needs-rendering.ts';

const script = '<script type=module src=/app.js></script>';
const words = (count: number) => `<p>${'rye '.repeat(count)}</p>`;
const of = async (body: string) => needsRendering((await factsOf({ body })).page);

it.each([
  ['the element of a framework', `<div id=root></div>${script}`],
  ['its own element', `<app-root>Loading…</app-root>${script}`],
  ['an inline script', '<main>Loading…</main><script>load()</script>'],
  ['a wall for visitors without scripts', `<noscript>Enable JavaScript</noscript>${script}`],
  ['text that a script shows', `<div hidden>${words(300)}</div>${script}`],
  [
    'a part that React streams after a page with text',
    `<template id=B:1></template><h1>Rye</h1>${words(60)}<div hidden id=S:1>Oat</div>`,
  ],
  ['a menu, and a list that is filled', `<a href=/a>Bread</a><ul></ul>${script}`],
])('needs it for %s', async (_what, body) => {
  expect(await of(body)).toBe(true);
});

it.each([
  ['a page without scripts', '<p>Rye</p>'],
  ['data in place of scripts', '<p>Rye</p><script type=application/json src=/a></script>'],
  ['text', `<div id=root>${words(50)}</div>${script}`],
  ['a main heading', `<h1>Rye</h1>${script}`],
  ['a hidden notice with an id', `<h1>Rye</h1>${words(50)}<div hidden id=S:1>Oat</div>${script}`],
  ['many elements', `${'<img src=a.png alt=Rye>'.repeat(150)}${script}`],
])('does not for %s', async (_what, body) => {
  expect(await of(body)).toBe(false);
});
