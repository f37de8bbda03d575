import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linkTwice } from './link-twice.ts';

describe('link-twice', () => {
  it.each([
    '<a href="/a"><img src="a.png" alt=""> Rye</a><a href="/b">Rye</a>',
    '<a href="/a"><img src="a.png" alt="Rye"></a><a href="/b">Rye</a>',
    '<a href="/a"><img src="a.png" alt="A loaf"></a><a href="/a">Rye bread</a>',
    '<a href="/a">Rye</a><a href="/a">Rye</a>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(linkTwice, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<a href="/a"><img src="a.png" alt="Rye"></a> <h3><a href="/a">rye</a></h3>',
      '1 image is followed or preceded by a second link with the same text to the same page.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(linkTwice, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<a href="/a">A</a>'])('does not apply to %s', async (body) => {
    expect((await outcomeOf(linkTwice, { body })).status).toBe('na');
  });
});
