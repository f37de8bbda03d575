import { expect, it } from 'vitest';
import { orientationMarksIn } from './orientation-marks.ts';

// https://www.w3.org/WAI/standards-guidelines/act/rules/b33eff/

const marksOf = (style: string) => [...orientationMarksIn(style)];
const inPortrait = (rules: string, query = '(orientation: portrait)') =>
  `p { color: red } @media ${query} { ${rules} } p { margin: 0 }`;

it.each([
  'html { transform: rotate(90deg) }',
  'body { color: red; transform: translate(1px) rotate(-90deg); width: 100vh }',
  'p { color: red } html, p { -webkit-transform: rotateZ(270deg) }',
  'html > body { rotate: .25turn }',
  'body { transform: rotate(92.5deg) }',
  ':root { rotate: z 100grad }',
  'html body { transform: rotate(1.5708rad) }',
  'body { transform: rotate3d(0, 0, 1, 90deg) }',
  'body { transform: matrix(0, 1, -1, 0, 0, 0) }',
  'body { transform: matrix3d(0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1) }',
  '/* p { color: red } */ body /* all */ { rotate: 90deg }',
])('finds that %s locks the orientation', (rules) => {
  const marks = ['orientation-turn', 'orientation-lock'];
  expect(marksOf(inPortrait(rules))).toEqual(marks);
  expect(marksOf(inPortrait(rules, 'screen and (Orientation:LANDSCAPE)'))).toEqual(marks);
});

it.each([
  'html { transform: rotateZ(1turn) }',
  'html { rotate: 0deg }',
  'body { transform: rotate(180deg) }',
  'body { transform: rotate(90deg); rotate: 90deg }',
  'body { transform: matrix(1, -1.2e-15, 1.2e-15, 1, 0, 0) }',
])('finds that %s only turns the page', (rules) => {
  expect(marksOf(inPortrait(rules))).toEqual(['orientation-turn']);
});

it.each([
  inPortrait('.icon { transform: rotate(90deg) }'),
  inPortrait('body .icon, body::before { transform: rotate(90deg) }'),
  inPortrait('body { transform: translateX(90px) }'),
  inPortrait('body { transform: rotate3d(1, 0, 0, 90deg) }'),
  inPortrait('/* body { rotate: 90deg } */'),
  inPortrait('body { rotate: 90deg }', 'print and (orientation: portrait)'),
  inPortrait('body { rotate: 90deg }', 'not (orientation: portrait)'),
  inPortrait('body { rotate: 90deg }', '(min-width: 30em)'),
  'body { rotate: 90deg } /* orientation */',
])('finds nothing in %s', (style) => {
  expect(marksOf(style)).toEqual([]);
});
