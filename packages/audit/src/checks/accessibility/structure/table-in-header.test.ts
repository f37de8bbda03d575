import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { tableInHeader } from './table-in-header.ts';

describe('table-in-header', () => {
  it.each([
    '<table><tr><th>A<tr><td><table><tr><td>1</table></table>',
    '<table><tr><th>A<tr><td>1</table>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(tableInHeader, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<table><tr><th>Holiday<table><tr><th>Item<tr><td>Travel</table></th><td>609</table>',
      '1 of 2 tables is in a header cell of another table.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(tableInHeader, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<p>x</p>'])('does not apply to %s', async (body) => {
    expect((await outcomeOf(tableInHeader, { body })).status).toBe('na');
  });
});
