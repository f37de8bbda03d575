import { expect, it } from 'vitest';
import { evaluate, factsOf, outcomeOf } from '../../fixtures/facts-of.ts';
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
  ['a frame without a size', `style="width: 0; height: 0; border: 0" ${link}`],
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

const unreachable = `<iframe tabindex=-1 ${link}></iframe>`;

it.each([
  '<dialog>Privacy</dialog><script src=x></script>',
  '<dialog open>Privacy</dialog><script src=x></script>',
  '<div role=alertdialog aria-modal=TRUE>Privacy</div>',
])('leaves out what may be behind a modal dialog: %s', async (dialog) => {
  expect((await outcomeOf(frameFocus, { body: unreachable + dialog })).status).toBe('na');
  const body = `${unreachable}<iframe ${link}></iframe>${dialog}`;
  expect((await outcomeOf(frameFocus, { body })).value).toEqual({ frames: 1, unreachable: 0 });
});

it('leaves out what a browser showed behind a dialog', async () => {
  const facts = await factsOf({ body: `${unreachable}<dialog open>Privacy</dialog>` });
  const built = { ...facts, page: { ...facts.page, isBuilt: true } };
  expect(evaluate(frameFocus, built).status).toBe('na');
});

it.each([
  '<dialog open>Privacy</dialog>',
  '<div role=dialog>Privacy</div><script src=x></script>',
  '<div role=dialog aria-modal=true hidden>Privacy</div>',
])('reports a frame beside %s', async (dialog) => {
  expect((await outcomeOf(frameFocus, { body: unreachable + dialog })).status).toBe('fail');
});

it('leaves out what is inert', async () => {
  const body = `<div inert>${unreachable}</div>`;
  expect((await outcomeOf(frameFocus, { body })).status).toBe('na');
});
