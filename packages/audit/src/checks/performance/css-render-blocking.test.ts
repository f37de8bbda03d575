import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { cssRenderBlocking } from './css-render-blocking.ts';

const of = (head: string, body = '') => outcomeOf(cssRenderBlocking, { head, body });
const sheet = '<link rel=stylesheet href=a.css>';

it.each([
  [0, 'pass'],
  [1, 'pass'],
  [3, 'pass'],
  [4, 'warn'],
] as const)('takes %i style sheets to %s', async (count, status) => {
  expect(await of(sheet.repeat(count))).toMatchObject({ status, value: { blocking: count } });
});

it.each([
  '<link rel=stylesheet href=a.css media=all>',
  '<link rel=stylesheet href=a.css media=" Screen ">',
  '<link rel=stylesheet href=a.css media="only screen">',
  '<link rel=stylesheet href=a.css media="print, screen">',
  '<link rel="StyleSheet" href=a.css type="text/css">',
])('counts %s', async (head) => {
  expect(await of(head)).toMatchObject({ value: { blocking: 1 } });
});

it.each([
  '<link rel=stylesheet href=a.css media=print>',
  '<link rel=stylesheet href=a.css media=print onload="this.media=\'all\'">',
  '<link rel=stylesheet href=a.css media="(min-width: 900px)">',
  '<link rel=stylesheet href=a.css media="screen and (max-width: 30em)">',
  '<link rel=stylesheet href=a.css disabled>',
  '<link rel="alternate stylesheet" href=a.css title=Dark>',
  '<link rel="alternate stylesheet" href=a.css title=Dark hreflang=en>',
  '<link rel=stylesheet href=a.less type=text/less>',
  '<link rel=stylesheet href="">',
  '<link rel=preload as=style href=a.css>',
  '<style>a { color: red }</style>',
])('does not count %s', async (head) => {
  expect(await of(head)).toMatchObject({ value: { blocking: 0 } });
});

it('does not count those in the body, and quotes the others', async () => {
  const outcome = await of(`\n${sheet}\n${sheet}\n${sheet}\n${sheet}`, sheet);
  expect(outcome.evidence).toHaveLength(4);
  expect(outcome).toMatchObject({ value: { blocking: 4 } });
  expect(outcome.evidence?.[0]).toMatchObject({ text: sheet, line: 2, column: 1 });
});

it('uses the singular for one style sheet', async () => {
  expect((await of(sheet)).summary).toBe(
    'Render-blocking style sheets in the <head>: 1; the limit of this report is 3.',
  );
  expect((await of(sheet + sheet)).summary).toContain('<head>: 2;');
});
