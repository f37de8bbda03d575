import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { fieldLabels } from './field-labels.ts';

describe('field-labels', () => {
  it.each([
    '<label for="a">Name</label><input id="a">',
    '<label for="a">Name</label><input id="a"><label for="a"></label>',
    '<label for="a">Name</label><input id="a"><label for="a" hidden>Error</label>',
    '<label for="a">A</label><input id="a"><label for="a">B</label><input id="a">',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(fieldLabels, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<label for="a">Name</label><label for="a">Your name</label><input id="a">',
      '1 of 1 field has several labels with text.',
    ],
    [
      '<label for="a">A <input id="a"></label><label for="a">B</label><label>C <input></label>',
      '1 of 2 fields has several labels with text.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(fieldLabels, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<p>x</p>', '<input>'])('does not apply to %s', async (body) => {
    expect((await outcomeOf(fieldLabels, { body })).status).toBe('na');
  });
});
