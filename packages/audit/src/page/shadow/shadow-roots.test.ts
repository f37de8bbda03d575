import { describe, expect, it } from 'vitest';
import { composed } from '../fixtures/compose-shadow-roots.ts';
import { textFacts } from '../fixtures/text-facts.ts';
import type { PageFacts, SourceTag } from '../page-facts.ts';
import { withPlainIds } from './flatten-page.ts';

const root = (content: string, mode = 'open') =>
  `<template shadowrootmode="${mode}">${content}</template>`;

const pages = [
  `<my-app>${root('<h1>Bread</h1><p>Baked by hand.</p><img src=/a.png><button></button>')}</my-app>`,
  `<x-a>${root('<a href=/x>closed</a>', 'CLOSED')}</x-a>`,
  // In any order in the source, before and after the template.
  `<x-a>one ${root('<h2><slot></slot></h2><p><slot name=b>none</slot></p>')}two<b slot=b>bold</b><i>three</i></x-a>`,
  `<x-button>${root('<button><slot></slot></button>')}Save <b>it</b></x-button>`,
  `<x-a>${root('<a href=/x><slot></slot></a>')}<img src=a alt="A loaf"></x-a>`,
  // Nothing for the slot, white space for it, and the second slot of a name.
  `<x-a>${root('<p><slot>Nothing <img src=f></slot></p>')}</x-a>`,
  `<x-a>${root('<p><slot>Nothing <img src=f></slot></p>')} </x-a>`,
  `<x-a>${root('<p><slot></slot></p><p><slot>second</slot></p>')}first</x-a>`,
  // No slot for the children.
  `<x-a>${root('<p>alone</p>')}<p>lost <a href=/lost></a></p><script type="application/ld+json">{}</script></x-a>`,
  `<x-a>${root('<p><slot name=a></slot></p>')}lost<i slot=a>found</i>lost</x-a>`,
  // A shadow root in a shadow root, in a slot, and a slot in a slot.
  `<x-a>${root(`<x-b>${root('<h2><slot></slot></h2>')}<slot></slot></x-b>`)}deep</x-a>`,
  `<x-a>${root('<ul><slot></slot></ul>')}<li>${'<x-b>'}${root('<a href=/y>y</a>')}</x-b></li><li>two</x-a>`,
  `<x-a>${root(`<x-b>${root('<slot name=q></slot>')}<slot name=p slot=q></slot></x-b>`)}<em slot=p>em</em></x-a>`,
  // Ids of each tree.
  `<p id=a>1</p><label for=f>L</label><x-a>${root('<p id=a>2</p><label for=f>M</label><input id=f><input aria-labelledby="a  none">')}<input id=f></x-a><div aria-labelledby=a role=img></div>`,
  `<x-a>${root('<p id=a>x</p><p id=a>y</p>')}</x-a><x-a>${root('<p id=a>x</p>')}</x-a>`,
  // Which elements may have one, and only one.
  `<div>${root('<h2>of a div</h2>')}</div><p>${root('of a p')}</p><body>${root('of the body')}`,
  `<x-a>${root('<h2>one</h2>')}${root('<h2>two</h2>')}</x-a>`,
  ...['ul', 'a', 'button', 'form', 'table', 'td', 'font-face'].map(
    (name) => `<${name}>${root('<h2>none</h2>')}`,
  ),
  `<x-a><template shadowrootmode="other"><h2>none</h2></template></x-a>`,
  `<template><x-a>${root('<h2>none</h2>')}</x-a></template><svg>${root('none')}</svg>`,
  `<x-a>${root('<template><h2>none</h2></template><p>x')}</x-a>`,
  // What has an effect only in the document.
  ...['', root('<slot></slot>'), root('<slot name=x></slot>')].flatMap((around) => [
    `<x-b>${around}<x-a>${root('<title>T</title><base href=/b><meta name=viewport content=v><meta http-equiv=refresh content=0><link rel=icon href=i>')}</x-a></x-b>`,
    `<x-b>${around}<title>T</title><base href=/b><meta name=viewport content=v><link rel=icon href=i></x-b>`,
    `<x-a>${root(`<x-b>${around}<title>T</title><base href=/b><meta name=viewport><link rel=icon href=i>x</x-b>`)}</x-a>`,
  ]),
  `<x-a>${root('<svg><title>T</title></svg><link rel="preload stylesheet" href=s><style>a{}</style><i itemscope><meta itemprop=name content=N><link itemprop=url href=u></i><meta property=og:title content=T>')}</x-a>`,
  // End tags of nothing.
  `<x-a>${root('<p>alone</p>')}lost</template><img src=1></x-a>after`,
  `<x-a>${root('<p>alone</p>')}lost</div></b><img src=1></x-a>after`,
  `<div><template>inert</div>inert</template><x-a>${root('<slot></slot><slot name=b></slot>')}</template>one<template><b></x-a></template></x-a>two`,
  // Not closed.
  `<x-a><template shadowrootmode=open><p>open <slot></slot><div>`,
  `<main><x-a>${root('<slot></slot>')}<p>one<x-b>${root('<slot>')}two</main>after`,
  `<x-a>${root('<slot name=s></slot>')}<img slot=s src=1><br><img slot=s src=2><!-- c --><svg slot=s><title>t</title></svg><svg slot=s /></x-a>`,
];

/** Facts without their places in the source. */
function placeless(facts: Omit<PageFacts, 'charset' | 'bytes' | 'isBuilt'>) {
  const text = JSON.stringify(facts, (key, value) => {
    if (['line', 'column', 'html', 'depth'].includes(key)) return undefined;
    return value instanceof Set || value instanceof Map ? [...value] : value;
  });
  return JSON.parse(text);
}

it.each(pages)('has the facts of the same page without shadow roots: %s', (body) => {
  const page = `<!DOCTYPE html><html><head><title>Bread</title></head><body>${body}`;
  expect(placeless(textFacts(page))).toEqual(placeless(textFacts(composed(page))));
});

it('ends no element at the start tag of what a slot shows', () => {
  const fallback = (slot: string) => `<h1>Bread<slot${slot}><h3>Rye</h3></slot> and salt</h1>`;
  for (const page of [
    `<x-a>${root(fallback(''))}</x-a>`,
    `<x-a>${root(`<h1>Bread<slot></slot> and salt</h1>`)}<h3>Rye</h3></x-a>`,
    `<x-a>${root(fallback(' name=b'))}Oats</x-a>`,
  ]) {
    expect(textFacts(page).headings.map(({ text }) => text)).toEqual(['Bread Rye and salt', 'Rye']);
  }
});

it('has the children that are in formatting that the parser repeats in the default slot', () => {
  const content = root('<h1><slot></slot></h1><h2><slot name=q></slot></h2>');
  const page = `<x-a>${content}<p><b>one</p><img slot=q alt=loaf><i slot=q>two</x-a>`;
  expect(textFacts(page).headings.map(({ text }) => text)).toEqual(['one loaf two', '']);
});

it('quotes the source, where it is', () => {
  for (const page of pages.map(
    (body) => `<!doctype html>\r\n<title>\nBread</title>\r\r\n${body}`,
  )) {
    const lines = page.split(/\r\n?|\n/);
    const facts = textFacts(page);
    const tags: SourceTag[] = [
      ...facts.headings,
      ...facts.images,
      ...facts.anchors,
      ...facts.controls,
    ];
    for (const { line, column, html } of [...tags, ...facts.duplicateIds]) {
      expect(lines[line - 1]?.slice(column - 1, column - 1 + html.length)).toBe(html);
    }
  }
});

it('reads the same in slices of any size', () => {
  for (const page of pages) {
    const whole = textFacts(page, { slice: page.length + 1 });
    for (const slice of [1, 7]) expect(textFacts(page, { slice }), page).toEqual(whole);
  }
});

describe('ids', () => {
  it('differ by tree, and are shown as the page has them', () => {
    const page = `<i id=a></i><x-a>${root('<i id=a></i>')}</x-a>`;
    const { ids, duplicateIds } = textFacts(page);
    expect([[...ids].map(withPlainIds), ids.size, duplicateIds]).toEqual([['a', 'a'], 2, []]);
  });
});

it('reads any number of shadow roots in time that is linear in the page', () => {
  const unit = `<x-a>${root('<slot></slot>')}<b slot=x>1</b>`;
  for (const page of [unit.repeat(3_000), `<x-a>${root(unit.repeat(3_000))}`]) {
    expect(textFacts(page).words).toBeGreaterThanOrEqual(0);
  }
});

it.each([
  ['shadow roots', `<x-a>${root('')}</x-a>`, 5_000],
  ['slots', '<slot>', 20_000],
  ['ids', '<i id=a></i>', 20_000],
  ['children', '<i slot=a></i><i slot=b></i>', 25_000],
])('notes that more than the first %s are left out', (_, unit, most) => {
  const notesOf = (count: number) => {
    const content = unit.repeat(count);
    const page = unit.includes('slot=')
      ? `<x-a>${root('')}${content}</x-a>`
      : `<x-a>${root(content)}</x-a>`;
    return [...textFacts(page).notes].filter((note) => note.includes('shadow'));
  };
  const note = 'only the first of very many shadow roots and slots are read';
  expect([notesOf(most - 1), notesOf(most + 1)]).toEqual([[], [note]]);
});
