import { expect, it } from 'vitest';
import { concealmentOf } from './concealment.ts';

it.each([
  ['color: red; display: none', 'display'],
  ['visibility:collapse', 'visibility'],
  ['position: absolute; left: -900px', 'position'],
  ['position:fixed;top:-57em!important', 'position'],
  ['text-indent: -1000.5px', 'position'],
  ['position:absolute;clip:rect(0 0 0 0)', 'position'],
  ['font-size:0.0px; font-size: 0', 'font-size'],
  ['opacity: .00', 'opacity'],
  ['opacity: 0%', 'opacity'],
  ['max-height: 0; overflow: hidden', 'size'],
  ['display: block; display: none', 'display'],
])('finds how %s conceals', (style, how) => {
  expect(concealmentOf(style)).toBe(how);
});

it.each([
  'display: none; display: block',
  'position: absolute; left: -300px',
  'position: relative; left: -9999px',
  'margin-left: -9999px',
  'position: absolute; right: -9999px',
  'clip: rect(0 0 0 0)',
  'position: absolute; clip: rect(0 90px 90px 0)',
  'opacity: 0.5',
  'opacity: ',
  'font-size: 0.9em',
  'font-size: 1em',
  'font-size: 10px',
  'height: 0',
  'height: 0; overflow: auto',
  'height: 0; overflow-x: hidden',
  'height: 100px; overflow: hidden',
  'border: none; background: hidden',
])('finds that %s does not', (style) => {
  expect(concealmentOf(style)).toBeNull();
});
