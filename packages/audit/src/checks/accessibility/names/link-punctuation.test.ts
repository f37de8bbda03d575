import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linkPunctuation } from './link-punctuation.ts';

describe('link-punctuation', () => {
  it.each([
    '<a href="/a">GOV.UK</a>',
    '<a href="/a">›</a>',
    '<a href="/a">+</a>',
    '<a href="/a">1.</a>',
    '<a href="/a" aria-label="Website">.</a>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(linkPunctuation, { body })).status).toBe('pass');
  });

  it.each([
    ['Visit the website <a href="/a">.</a>', '1 of 1 link has no text but punctuation: ".".'],
    ['<a href="/a">A</a><a href="/b">...</a>', '1 of 2 links has no text but punctuation: "...".'],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(linkPunctuation, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<a href="/a"></a>', '<a href="#top">.</a>', '<a href="/a" hidden>.</a>'])(
    'does not apply to %s',
    async (body) => {
      expect((await outcomeOf(linkPunctuation, { body })).status).toBe('na');
    },
  );
});
