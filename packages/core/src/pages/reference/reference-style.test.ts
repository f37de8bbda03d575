import { describe, expect, it } from 'vitest';
import { contrast } from '../../brand/accent.ts';
import { referenceStyle } from './reference-style.ts';

const style = referenceStyle();

/** The colours of the light and the dark scheme, by name. */
const schemes = [...style.matchAll(/:root \{([^}]*--on-accent[^}]*)\}/g)].map(
  ([, block = '']) =>
    new Map(
      [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
    ),
);

describe('the style of the reference page', () => {
  it('has enough contrast in both schemes, on the page and on code', () => {
    expect(schemes).toHaveLength(2);
    for (const scheme of schemes) {
      const contrastOf = (name: string, ground: string) =>
        contrast(scheme.get(name) ?? '', scheme.get(ground) ?? '');
      for (const name of ['ink', 'soft', 'good', 'decent', 'bad']) {
        for (const ground of ['paper', 'tint']) {
          const isLegible = contrastOf(name, ground) >= 4.5;
          expect([name, ground, isLegible]).toEqual([name, ground, true]);
        }
      }
      expect(contrastOf('accent', 'paper')).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('uses only variables that both schemes define', () => {
    const used = new Set([...style.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name));
    for (const scheme of schemes) {
      expect([...used].filter((name) => !scheme.has(name))).toEqual([]);
    }
  });
});
