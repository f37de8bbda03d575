import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { deprecatedHtml } from './deprecated-html.ts';

const of = (body: string) => outcomeOf(deprecatedHtml, { body });

it.each([
  ['what HTML still has', '<s>old</s> <u>name</u> <small>print</small> <b>b</b> <i>i</i>'],
  ['text in a script', '<script>document.write("<center>")</script>'],
  ['text in a comment', '<!-- <font> -->'],
  ['what is shown as text', '<code>&lt;center&gt;</code>'],
  ['an element of SVG', '<svg><font></font></svg>'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it('warns about obsolete ones, the commonest first, and quotes them', async () => {
  expect(await of('<center>A</center>\n<font color=red>B</font><font>C</font>')).toMatchObject({
    status: 'warn',
    summary: 'The page uses 3 obsolete elements: <font>, <center>.',
    value: { font: 2, center: 1 },
    evidence: [
      { text: '<center>', line: 1 },
      { text: '<font color=red>', line: 2, column: 1 },
      { text: '<font>', line: 2 },
    ],
  });
});
