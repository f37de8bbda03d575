import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { placeholderLabel } from './placeholder-label.ts';

describe('placeholder-label', () => {
  it.each([
    '<label>Search <input type="search" placeholder="Rye"></label>',
    '<input type="search" aria-label="Search" placeholder="Rye">',
    '<input type="search" title="Search" placeholder="Rye">',
    '<label for="nowhere">Search</label><input type="search" id="q" placeholder="Rye">',
    '<p><label>Search</label><input type="search" placeholder="Rye"></p>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(placeholderLabel, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<input type="search" name="q" placeholder="Search">',
      '1 of 1 field with a placeholder has no other label.',
    ],
    [
      '<label for="nowhere">A</label><select></select><input placeholder="x">',
      '1 of 1 field with a placeholder has no other label.',
    ],
    [
      '<label class="hidden">A</label><input placeholder="x">',
      '1 of 1 field with a placeholder has no other label.',
    ],
    [
      '<label>A <input placeholder="x"></label><textarea placeholder="Message"></textarea>',
      '1 of 2 fields with a placeholder has no other label.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(placeholderLabel, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each([
    '<p>x</p>',
    '<input type="search">',
    '<input type="search" placeholder="Search" hidden>',
  ])('does not apply to %s', async (body) => {
    expect((await outcomeOf(placeholderLabel, { body })).status).toBe('na');
  });
});
