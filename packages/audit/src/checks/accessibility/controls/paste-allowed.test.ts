import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { pasteAllowed } from './paste-allowed.ts';

const of = (body: string) => outcomeOf(pasteAllowed, { body });

it.each([
  'return false',
  'return false;',
  'return  false ;',
  'javascript:return false',
  'event.preventDefault()',
  'event.preventDefault(); return false;',
  'window.event.preventDefault();',
  ' RETURN FALSE ',
])('fails onpaste="%s"', async (handler) => {
  expect(await of(`<input type="password" onpaste="${handler}">`)).toMatchObject({
    status: 'fail',
    summary: '1 of 1 password and email field blocks pasting.',
    evidence: [{ line: 1 }],
  });
});

it.each([
  '<input type="email" onpaste="return false">',
  '<input autocomplete="one-time-code" onpaste="return false">',
])('fails %s', async (body) => {
  expect((await of(body)).status).toBe('fail');
});

it.each([
  '<input type="password">',
  '<input type="password" onpaste="">',
  '<input type="password" onpaste="check(event)">',
  '<input type="password" onpaste="return check(event)">',
  '<input type="password" onpaste="if (locked) return false">',
  '<input type="password" onpaste="event.preventDefault(); fill(event)">',
  '<input type="password" onpaste="return true">',
  '<input type="password" onpaste="javascript:">',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  // “Type DELETE to confirm.”
  '<input name="confirm" onpaste="return false">',
  '<textarea onpaste="return false"></textarea>',
  '<input type="password" onpaste="return false" disabled>',
  '<input type="password" onpaste="return false" hidden>',
])('does not apply to %s', async (body) => {
  expect(await of(body)).toMatchObject({
    status: 'na',
    summary: 'The page has no field for a password or an email address.',
  });
});
