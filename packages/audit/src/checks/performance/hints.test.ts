import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { fontDisplay } from './font-display.ts';
import { inlineCss } from './inline-css.ts';
import { resourceHints } from './resource-hints.ts';

const fonts = (query: string) =>
  `<link rel=stylesheet href="https://fonts.googleapis.com/css2?family=Inter${query}">`;

it.each([
  ['&display=swap', 'pass'],
  ['&amp;display=optional', 'pass'],
  ['&display=Fallback', 'pass'],
  ['', 'warn'],
  ['&display=block', 'warn'],
  ['&display=auto', 'warn'],
] as const)('takes Google Fonts with "%s" to %s', async (query, status) => {
  const outcome = await outcomeOf(fontDisplay, { head: fonts(query) });
  expect(outcome.status).toBe(status);
  if (status === 'warn') expect(outcome.evidence).toMatchObject([{ text: fonts(query), line: 1 }]);
});

it.each([
  '<link rel=stylesheet href=a.css>',
  '<link rel=stylesheet href="https://fonts.googleapis.com/icon?family=Material+Icons">',
  '<link rel=preconnect href="https://fonts.googleapis.com/css2">',
])('does not know the fonts of %s', async (head) => {
  expect((await outcomeOf(fontDisplay, { head })).status).toBe('na');
});

it.each([
  '<link rel=preload href=a.woff2 as=font crossorigin>',
  '<link rel=preload href=a.css as=STYLE>',
  '<link rel=preload as=image imagesrcset="a.png 1x, b.png 2x">',
  '<link rel=preconnect href=https://cdn.example>',
  '<link rel=modulepreload href=a.js>',
  '<link rel="dns-prefetch" href=//cdn.example>',
])('passes %s', async (head) => {
  expect((await outcomeOf(resourceHints, { head })).status).toBe('pass');
});

it.each([
  '<link rel=preload href=a.css>',
  '<link rel=preload href=a.css as=stylesheet>',
  '<link rel=preload href="" as=style>',
  '<link rel=preload href=a.woff2 as=font>',
  '<link rel=preconnect>',
])('warns about %s', async (head) => {
  expect(await outcomeOf(resourceHints, { head })).toMatchObject({
    status: 'warn',
    value: { useless: 1 },
    evidence: [{ text: head, line: 1 }],
  });
});

it('does not apply without hints', async () => {
  expect((await outcomeOf(resourceHints, { head: '<link rel=icon href=a.png>' })).status).toBe(
    'na',
  );
});

it('warns about style attributes on more than a tenth of the elements', async () => {
  const styled = '<p style="color:red">a</p>';
  expect(await outcomeOf(inlineCss, { body: styled.repeat(500) })).toMatchObject({
    status: 'warn',
    summary: '500 of 503 elements have a style attribute; up to a tenth is common.',
    value: { attributes: 500, elements: 0 },
  });
  expect((await outcomeOf(inlineCss, { body: styled.repeat(20) })).status).toBe('pass');
  const body = styled.repeat(21) + '<p>a</p>'.repeat(200);
  expect(await outcomeOf(inlineCss, { head: '<style>a{}</style>', body })).toMatchObject({
    status: 'pass',
    summary: 'The HTML contains 21 style attributes and 1 <style> element.',
    value: { attributes: 21, elements: 1 },
  });
  expect((await outcomeOf(inlineCss)).summary).toBe('The HTML contains no inline styles.');
});

it('gives no weight to any of these', () => {
  const importances = [fontDisplay, resourceHints, inlineCss].map(({ importance }) => importance);
  expect(importances).toEqual(['info', 'info', 'info']);
});
