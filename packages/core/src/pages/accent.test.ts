import { describe, expect, it } from 'vitest';
import { accentColours, contrast, paper } from './accent.ts';

describe('accentColours', () => {
  it.each(['#000000', '#ffffff', '#ffff00', '#0b5cc4', '#ff0000', '#00ff88', '#777777', '#7f7f00'])(
    'makes %s legible on the paper of both schemes',
    (colour) => {
      const { light, dark } = accentColours(colour);
      expect(contrast(light, paper.light)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, paper.dark)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('keeps a colour that is legible', () => {
    expect(accentColours('#0b5cc4').light).toBe('#0b5cc4');
    expect(accentColours('#9cc7ff').dark).toBe('#9cc7ff');
  });

  it('measures contrast like WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
