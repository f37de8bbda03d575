import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { frameFocus } from './frame-focus.ts';

const of = (attributes: string) =>
  outcomeOf(frameFocus, { body: `<iframe ${attributes}></iframe>` });
const link = `srcdoc="<a href='/'>Home</a>"`;

it.each([link, `tabindex=0 ${link}`, `tabindex=-0 ${link}`])(
  'passes <iframe %s>',
  async (attributes) => {
    expect((await of(attributes)).status).toBe('pass');
  },
);

it.each([
  link,
  `width=1 height=100 ${link}`,
  'srcdoc="<p><BUTTON>a</BUTTON>"',
  'srcdoc="<input name=a>"',
  'srcdoc="<p tabindex=0>a"',
  'srcdoc="<p contenteditable>a"',
  'srcdoc="<details>a</details>"',
  'srcdoc="<video src=a controls></video>"',
  'srcdoc="<a hidden></a><button hidden>a</button><input>"',
  'srcdoc="<script></script><!-- --><button>a"',
])('reports <iframe tabindex=-1 %s>', async (attributes) => {
  expect(await of(`tabindex=-1 ${attributes}`)).toMatchObject({
    status: 'fail',
    summary: '1 of 1 frames with links or controls has a negative tabindex.',
    evidence: [{ kind: 'html' }],
  });
});

it.each([
  ['a page elsewhere', 'src=x'],
  ['a frame of one pixel', `width=1 height=1 ${link}`],
  ['a frame of no pixel', `style="width: 0; height: 0; border: 0" ${link}`],
  ['a hidden frame', `hidden ${link}`],
  ['a frame that is hidden from assistive technology, too', `aria-hidden=true ${link}`],
  [
    'links that no one reaches',
    `srcdoc="<a href='/' tabindex='-1'>a</a><a>b</a><button disabled>c</button>"`,
  ],
  ['links that no one sees', `srcdoc="<a href='/'></a><a href='/' hidden>b</a><!-- <button> -->"`],
  ['a link in something hidden', `srcdoc="<p hidden><a href='/'>a</a></p><b></b>"`],
  ['a link in a closed dialog', `srcdoc="<dialog><a href='/'>a</a></dialog>"`],
  ['a field that is switched off with others', 'srcdoc="<fieldset disabled><input></fieldset>"'],
  ['a template', 'srcdoc="<template><input></template>"'],
  ['the text of a script', `srcdoc="<script>'<input>'</script>"`],
  ['an empty place', 'srcdoc="<p tabindex=0></p><p contenteditable=false>a</p><video></video>"'],
])('does not apply to %s', async (_what, attributes) => {
  expect((await of(`tabindex=-1 ${attributes}`)).status).toBe('na');
});
