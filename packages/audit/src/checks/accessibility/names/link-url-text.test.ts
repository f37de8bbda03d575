import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linkUrlText } from './link-url-text.ts';

describe('link-url-text', () => {
  it.each([
    '<a href="https://www.gov.uk/a">GOV.UK</a>',
    '<a href="https://www.gov.uk/a/b">www.gov.uk</a>',
    '<a href="https://doi.org/10.1016/j.xagr">https://doi.org/10.1016/j.xagr.2020.100002</a>',
    '<a href="https://www.gov.uk/a" aria-label="Guide">https://www.gov.uk/guides/rye-bread</a>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(linkUrlText, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<a href="https://www.gov.uk/guides/rye-bread">https://www.gov.uk/guides/rye-bread</a>',
      '1 of 1 link has a URL as text: https://www.gov.uk/guides/rye-bread.',
    ],
    [
      '<a href="/a">A</a><a href="/b">www.example.com/guides/rye</a>',
      '1 of 2 links has a URL as text: www.example.com/guides/rye.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(linkUrlText, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<p>x</p>', '<a href="#a">https://www.gov.uk/guides/rye-bread</a>'])(
    'does not apply to %s',
    async (body) => {
      expect((await outcomeOf(linkUrlText, { body })).status).toBe('na');
    },
  );
});
