import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { listLinkText } from './list-link-text.ts';

describe('list-link-text', () => {
  it.each([
    '<ul><li><a href="/a">Rye</a><li><a href="/b">Oats</a></ul>',
    '<ul><li><a href="/a">Rye</a><li><a href="/a#b">Rye</a></ul>',
    '<ul><li><a href="/a">Rye</a><ul><li><a href="/b">Rye</a></ul></ul><ul><li><a href="/c">Rye</a></ul>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(listLinkText, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<ul><li><a href="/a">Rye bread</a><li><a href="/c">Oats</a><li><a href="/b">rye bread</a></ul>',
      '2 links in lists lead to different pages with the same text: "Rye bread".',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(listLinkText, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each([
    '<a href="/a">Rye</a><a href="/b">Rye</a>',
    '<ul><li>Rye <a href="/a">Order</a><li>Oats <a href="/b">Order</a></ul>',
  ])('does not apply to %s', async (body) => {
    expect((await outcomeOf(listLinkText, { body })).status).toBe('na');
  });
});
