import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { imageAltPhrase } from './image-alt-phrase.ts';

describe('image-alt-phrase', () => {
  it.each([
    '<img src="a.png" alt="A rye bread">',
    '<img src="a.png" alt="Image offsets explained">',
    '<img src="a.png" alt="Bild: Rye">',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(imageAltPhrase, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<img src="a.png" alt="Image of a rye bread">',
      '1 of 1 alternative text begins that way: "Image of a rye bread".',
    ],
    [
      '<img src="a.png" alt="Ein Bild von Brot"><img src="b.png" alt="A picture of bread"><img src="c.png" alt="Rye">',
      '2 of 3 alternative texts begin that way: "Ein Bild von Brot".',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(imageAltPhrase, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<p>x</p>', '<img alt="" src="a.png">'])('does not apply to %s', async (body) => {
    expect((await outcomeOf(imageAltPhrase, { body })).status).toBe('na');
  });
});
