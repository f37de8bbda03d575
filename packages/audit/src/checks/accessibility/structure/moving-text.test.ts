import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { movingText } from './moving-text.ts';

describe('moving-text', () => {
  it.each(['<p>Text</p>', '<marquee hidden>Text</marquee>'])('passes %s', async (body) => {
    expect((await outcomeOf(movingText, { body })).status).toBe('pass');
  });

  it.each([
    ['<marquee>Text</marquee>', 'The page moves text with 1 <marquee> element.'],
    [
      '<blink>Text</blink><blink>Text</blink>',
      'The page has 2 <blink> elements, made to blink; current browsers show plain text.',
    ],
    [
      '<blink>a</blink><marquee>b</marquee><marquee>c</marquee>',
      'The page moves text with 2 <marquee> elements.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(movingText, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });
});
