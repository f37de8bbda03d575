import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { abbreviation } from './abbreviation.ts';

describe('abbreviation', () => {
  it.each([
    '<p><abbr title="World Health Organization">WHO</abbr> and <abbr>WHO</abbr></p>',
    '<p>Search engine optimization (<abbr>SEO</abbr>) takes time.</p>',
    '<p><abbr>SEO</abbr> (search engine optimization) takes time.</p>',
    '<p>The long and winding art of search engine optimization (in English usually called by its three letters, <abbr>SEO</abbr>)</p>',
    `<p><abbr>SEO</abbr> takes a lot of time.</p><p>${' (x)'.repeat(50)} Search engine optimization (SEO)</p>`,
  ])('passes %s', async (body) => {
    expect((await outcomeOf(abbreviation, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<p><abbr>GDS</abbr> is part of the Cabinet Office.</p>',
      '1 of 1 marked abbreviation has no title, and no explanation in brackets: GDS.',
    ],
    [
      '<abbr>GDS</abbr><abbr title="">NHS</abbr><abbr>NHS</abbr><p>(an aside)</p>',
      '2 of 2 marked abbreviations have no title, and no explanation in brackets: GDS, NHS.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(abbreviation, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<p>GDS</p>', '<abbr hidden>GDS</abbr>', '<abbr></abbr>'])(
    'does not apply to %s',
    async (body) => {
      expect((await outcomeOf(abbreviation, { body })).status).toBe('na');
    },
  );
});
