import { expect, it } from 'vitest';
import { roleOf } from './roles.ts';

it.each([
  ['button', 'button'],
  ['x Button link', 'button'],
  ['doc-noteref', 'link'],
  [`${'x '.repeat(97)}button`, 'button'],
  [`${'x '.repeat(98)}button`, null],
  ['', null],
  [null, null],
])('the role of %j is %j', (written, role) => {
  expect(roleOf(written)).toBe(role);
});
