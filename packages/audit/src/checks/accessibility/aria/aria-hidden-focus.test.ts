import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaHiddenFocus } from './aria-hidden-focus.ts';

const of = (body: string) => outcomeOf(ariaHiddenFocus, { body });
const style = '<link rel=stylesheet href=x.css>';

it.each([
  ['icons', '<a href=x><svg aria-hidden=true focusable=false><path /></svg>a</a>'],
  ['tabindex=-1', '<div aria-hidden=true><button tabindex=-1>a</button></div>'],
  [
    'disabled and hidden fields',
    '<div aria-hidden=true><input disabled><input type=hidden><fieldset disabled><select></select></fieldset></div>',
  ],
  [
    'content that no one sees',
    '<div aria-hidden=true hidden><a href=x>a</a></div><div aria-hidden=true><p style="display: none"><a href=x>a</a></p></div>',
  ],
  ['inert content', '<div aria-hidden=true inert><a href=x>a</a></div>'],
  ['anchors without a target', '<a aria-hidden=true name=x></a>'],
  [
    'dialogs and menus that a style sheet hides',
    `${style}<div class=modal aria-hidden=true><button>a</button></div>`,
  ],
  ['fields against robots that a style sheet hides', `${style}<input aria-hidden=true class=trap>`],
  [
    'slides that a script shows',
    '<script src=x.js></script><div aria-hidden=true><a href=x>a</a></div>',
  ],
  ['buttons that a script shows', `${style}<button class=top aria-hidden=true>a</button>`],
  ['links that a script shows', `${style}<a aria-hidden=true href="#top">a</a>`],
  ['slides that are links', `${style}<a class=swiper-slide aria-hidden=true href=x>a</a>`],
  ['a guard of the focus', `${style}<span tabindex=0 aria-hidden=true data-focus-guard></span>`],
  ['a link that a class hides', `${style}<a class=d-none href=x aria-hidden=true>a</a>`],
  ['frames', '<iframe aria-hidden=true src=x></iframe>'],
  [
    'summaries that the keyboard does not reach',
    '<details aria-hidden=true><summary tabindex=-1>a</summary></details><div aria-hidden=true><summary>b</summary></div><details open aria-hidden=true><div><summary>c</summary></div></details>',
  ],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['links that are hidden themselves', `${style}<a aria-hidden=true href=x>a</a>`],
  [
    'buttons that are hidden themselves',
    `${style}<button class=close data-dismiss=alert aria-hidden=true>×</button>`,
  ],
  ['links to sections of other pages', `${style}<a aria-hidden=true href="/x#a"><img></a>`],
  [
    'content of a page without style sheets',
    '<div aria-hidden=true><p aria-hidden=false><a href=x>a</a></div>',
  ],
  [
    'content of a page whose only script is data',
    '<script type="application/ld+json">{}</script><div aria-hidden=true><a href=x>a</a></div>',
  ],
  ['summaries', '<details aria-hidden=true><summary>a</summary></details>'],
  ['what a tabindex makes focusable', '<p aria-hidden=true tabindex=0>'],
])('reports %s', async (_what, body) => {
  expect((await of(body)).status).toBe('warn');
});

it('quotes what can be focused', async () => {
  const body = '<div aria-hidden=true>\n<a href=x>a</a><a href=y>b</a></div><p aria-hidden=true>';
  expect(await of(body)).toMatchObject({
    summary: '1 element can be focused with the keyboard, but is hidden from screen readers.',
    evidence: [{ text: '<a href=x>', line: 2 }],
    points: 0.405,
  });
});

it('leaves a page that is hidden as a whole to another check', async () => {
  const html = '<body aria-hidden=true><a href=x>a</a>';
  expect((await outcomeOf(ariaHiddenFocus, { html })).status).toBe('na');
});

it.each(['<p aria-hidden=false>', '<button aria-hidden>a</button>', '<div aria-hidden=yes>'])(
  'does not apply to %s',
  async (body) => {
    expect((await of(body)).status).toBe('na');
  },
);
