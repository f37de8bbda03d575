import { describe, expect, it } from 'vitest';
import { accentColours, backgrounds, contrast } from './accent.ts';

describe('accentColours', () => {
  it.each(['#000000', '#ffffff', '#ffff00', '#0b5cc4', '#ff0000', '#00ff88', '#777777', '#7f7f00'])(
    'makes %s legible on the backgrounds of both schemes',
    (colour) => {
      const colours = accentColours(colour);
      for (const scheme of ['light', 'dark'] as const) {
        for (const background of Object.values(backgrounds[scheme])) {
          expect(contrast(colours[scheme], background)).toBeGreaterThanOrEqual(4.5);
        }
      }
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
