import { expect, it } from 'vitest';
import { textFacts } from '../fixtures/text-facts.ts';

const marksOf = (...styles: string[]) =>
  textFacts(styles.map((style) => `<style>${style}</style>`).join('<p>icon</p>')).styleMarks;

it.each<[string, readonly string[]]>([
  ['p { color: red }', []],
  ['.icon { background: url(icon.svg); color: red }', []],
  ['.font:hover, .icon-font: { color: red }', []],
  ['@import "main.css";', ['font']],
  ['@FONT-FACE { src: url(a.woff2) }', ['font']],
  ['@font-face { font-family: "Material Icons" }', ['font', 'icon-font']],
  ['i { font: 24px/1 "Material Symbols Outlined" }', ['icon-font']],
  ['i{color:red;font-family:MaterialSymbols}', ['icon-font']],
  ['i { font-family: serif; --icon: 1 }', []],
  [
    '@import url("https://fonts.googleapis.com/css2?family=Rubik:wght@400;700&family=Material+Icons");',
    ['font', 'icon-font'],
  ],
])('finds what %s loads', (style, marks) => {
  expect(marksOf(style)).toEqual(marks);
});

it('finds each once, in all elements, and where a long style sheet is read in pieces', () => {
  expect(marksOf('i{font-family:icons}', '@font-face{}', '@import "icon.css"')).toEqual([
    'font',
    'icon-font',
  ]);
  for (let before = 16_340; before < 16_400; before++) {
    expect(marksOf(`${'x'.repeat(before)};font-family:"Material Icons"`)).toEqual(['icon-font']);
  }
});

it('does not search more than 100,000 characters, beyond which a font may be loaded', () => {
  const filler = 'x'.repeat(60_000);
  const icon = 'i{font-family:icons}';
  expect(marksOf(`${filler}${icon}`)).toEqual(['icon-font']);
  expect(marksOf(filler, `${filler}${icon}`)).toEqual(['font']);
});

it('ignores style sheets of no one', () => {
  expect(textFacts('<template><style>@font-face{}</style></template>').styleMarks).toEqual([]);
  expect(textFacts('<textarea><style>@font-face{}</style></textarea>').styleMarks).toEqual([]);
});

it('drops those of a body that a frameset replaces', () => {
  const frames = '<frameset><frame></frameset>';
  expect(textFacts(`<p><style>@font-face{}</style></p>${frames}`).styleMarks).toEqual([]);
  expect(textFacts(`<head><style>@font-face{}</style></head>${frames}`).styleMarks).toEqual([
    'font',
  ]);
});
