import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { lcpImageLazy } from './lcp-image-lazy.ts';

const of = (body: string) => outcomeOf(lcpImageLazy, { body });
const logo = '<img src=logo.png width=120 height=40 loading=lazy>';

it.each([
  '<img src=a.png>',
  '<img src=a.png loading=eager><img src=b.png loading=lazy>',
  `${logo}<img src=a.png width=800 height=400>`,
  '<img src=pixel.gif style="display:none" loading=lazy><img src=a.png>',
  '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" loading=lazy><img src=a.png>',
  '<img data-src=later.png loading=lazy><img src=a.png>',
  '<img src=a.png width=150 height=150><img src=b.png loading=lazy>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<img src=a.png loading=lazy>',
  '<img src=a.png loading=" Lazy ">',
  '<img srcset="a.png 2x" loading=lazy>',
  '<img src=a.png width="100%" loading=lazy>',
  '<img src=a.png width=150 height=150 loading=lazy>',
])('warns about %s', async (body) => {
  expect(await of(`${logo}\n${body}<img src=b.png>`)).toMatchObject({
    status: 'warn',
    evidence: [{ text: body, line: 2, column: 1 }],
  });
});

it('warns about an image that is urgent and waits, wherever it is', async () => {
  const torn = '<img src=b.png loading=lazy fetchpriority=high>';
  expect(await of(`<img src=a.png>${torn}`)).toMatchObject({
    status: 'warn',
    value: { urgent: true },
    evidence: [{ text: torn }],
  });
});

it.each([
  '<p>Text</p>',
  logo,
  '<img data-src=a.png>',
  '<img src=1x1.gif data-src=a.png loading=lazy>',
  '<img src=1x1.gif data-src=a.png><img src=b.png loading=lazy>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it('has no weight', () => {
  expect(lcpImageLazy.importance).toBe('info');
});

it('claims nothing about an image that a script loads', async () => {
  const { summary } = await of('<img src=1x1.gif data-src=a.png loading=lazy><img src=b.png>');
  expect(summary).toBe('The first large image that loads without a script has no loading="lazy".');
  const small = '<img src=1x1.gif data-src=a.png width=40 height=40>';
  expect((await of(`${small}<img src=b.png loading=lazy>`)).status).toBe('warn');
});
