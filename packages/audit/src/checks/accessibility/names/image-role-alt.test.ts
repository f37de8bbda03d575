import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { imageRoleAlt } from './image-role-alt.ts';

describe('image-role-alt', () => {
  it.each([
    '<img role="presentation" alt="" src="a.png">',
    '<img role="none" src="a.png">',
    '<img role="presentation" tabindex="0" alt="A tree" src="a.png"><img role="none" alt="" src="b.png">',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(imageRoleAlt, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<img role="presentation" alt="A line" src="a.png">',
      '1 of 1 image with role="presentation" or role="none" has an alt text, which no one hears.',
    ],
    [
      '<img role="none" alt="A line" src="a.png"><img role="none" alt="" src="b.png">',
      '1 of 2 images with role="presentation" or role="none" has an alt text, which no one hears.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(imageRoleAlt, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<img alt="A tree" src="a.png">', '<img hidden role="none" alt="A tree" src="a.png">'])(
    'does not apply to %s',
    async (body) => {
      expect((await outcomeOf(imageRoleAlt, { body })).status).toBe('na');
    },
  );
});
