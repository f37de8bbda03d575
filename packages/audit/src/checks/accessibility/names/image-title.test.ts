import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { imageTitle } from './image-title.ts';

describe('image-title', () => {
  it.each([
    '<img src="a.png" alt="A rye bread" title="Rye bread, sliced">',
    '<img src="a.png" alt="A rye bread" title="© Ann Baker">',
    '<img src="a.png" alt="Rye" title="Bread shop">',
    '<img src="a.png" alt="Schwarzbrot aus Roggen" title="Roggen und Weizen">',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(imageTitle, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<img src="a.png" alt="A loaf of rye" title="Buy tickets here">',
      '1 of 1 images with both has a title with no word of the alt text.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(imageTitle, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<img src="a.png" alt="" title="Rye">', '<img src="a.png" alt="Rye bread">'])(
    'does not apply to %s',
    async (body) => {
      expect((await outcomeOf(imageTitle, { body })).status).toBe('na');
    },
  );
});
