import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { inputType } from './input-type.ts';

const of = (body: string) => outcomeOf(inputType, { body });

it.each([
  '<input type="email" autocomplete="email">',
  '<input type="tel" autocomplete="work tel">',
  '<input type="text" inputmode="email" autocomplete="email">',
  '<input type="search" autocomplete="url">',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<input type="text" autocomplete="email">',
  '<input autocomplete="shipping tel">',
  '<input type="mail" autocomplete="email">',
])('warns of %s', async (body) => {
  expect(await of(body)).toMatchObject({
    status: 'warn',
    summary: '1 of 1 fields for email addresses, phone numbers or URLs has type="text".',
    evidence: [{ line: 1 }],
  });
});

it.each([
  // Some accept a user name, too.
  '<input name="email">',
  '<input autocomplete="username">',
  '<input autocomplete="tel-extension">',
  '<textarea autocomplete="email"></textarea>',
  '<input autocomplete="email" hidden>',
  '<input autocomplete="email" disabled>',
  '<input autocomplete="nope email">',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});
