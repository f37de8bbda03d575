import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { fontPreconnect } from './font-preconnect.ts';

const sheet = '<link rel=stylesheet href="https://fonts.googleapis.com/css2?family=Inter">';

it('warns about a style sheet of Google Fonts without a hint', async () => {
  expect(await outcomeOf(fontPreconnect, { head: sheet })).toEqual({
    status: 'warn',
    summary:
      'A Google Fonts style sheet delays the page, and no hint names fonts.gstatic.com, which serves the fonts.',
    value: { sheets: 1, hints: 0 },
    evidence: [{ kind: 'html', text: sheet, line: 1, column: 38 }],
  });
  expect(fontPreconnect.importance).toBe('low');
});

it('warns about a hint that fonts do not use', async () => {
  const head = `<link rel=preconnect href="https://fonts.gstatic.com">${sheet}`;
  expect(await outcomeOf(fontPreconnect, { head })).toMatchObject({
    status: 'warn',
    summary: expect.stringContaining('crossorigin'),
  });
  const other = `<link rel=preconnect href="https://fonts.googleapis.com" crossorigin>${sheet}`;
  expect((await outcomeOf(fontPreconnect, { head: other })).status).toBe('warn');
});

it.each([
  '<link rel=preconnect href="https://fonts.gstatic.com" crossorigin>',
  '<link crossorigin=anonymous rel="dns-prefetch preconnect" href="//fonts.gstatic.com/">',
  '<link rel=preload as=font crossorigin href="https://fonts.gstatic.com/s/inter/v1/a.woff2">',
])('passes %s', async (hint) => {
  expect((await outcomeOf(fontPreconnect, { head: `${hint}${sheet}` })).status).toBe('pass');
});

it('passes a hint in a header', async () => {
  const of = (link: string) => outcomeOf(fontPreconnect, { head: sheet, headers: { link } });
  const hint = '<https://fonts.gstatic.com>; rel=preconnect';
  expect((await of(`${hint}; crossorigin`)).status).toBe('pass');
  expect((await of(hint)).status).toBe('warn');
});

it.each([
  '',
  '<link rel=stylesheet href="/fonts.css">',
  sheet.replace('>', ' media=print onload="this.media=\'all\'">'),
  sheet.replace('stylesheet', '"preload" as=style'),
  `<noscript>${sheet}</noscript>`,
])('does not apply to %s', async (head) => {
  expect((await outcomeOf(fontPreconnect, { head })).status).toBe('na');
});

it('does not apply to a style sheet in the body', async () => {
  expect((await outcomeOf(fontPreconnect, { body: `<p>x</p>${sheet}` })).status).toBe('na');
});
