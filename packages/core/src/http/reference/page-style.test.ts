import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pageStyle, pageStyleHash } from './page-style.ts';

/** The colours of both schemes, by name. */
const schemes = [...pageStyle.matchAll(/:root \{([^}]*)\}/g)].map(
  ([, block = '']) =>
    new Map(
      [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
    ),
);

/** The contrast ratio of two colours by WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('the style of the reference page', () => {
  it('has enough contrast in both themes', () => {
    expect(schemes).toHaveLength(2);
    expect(contrast('#ffffff', '#000000')).toBe(21);
    for (const scheme of schemes) {
      const texts = [...scheme].filter(
        ([name]) => !['back', 'raised', 'line', 'code-back'].includes(name ?? ''),
      );
      expect(texts.length).toBe(11);
      for (const ground of ['back', 'code-back', 'raised']) {
        for (const [name, colour = ''] of texts) {
          const ratio = contrast(colour, scheme.get(ground) ?? '');
          expect([name, ground, ratio >= 4.5]).toEqual([name, ground, true]);
        }
      }
    }
  });

  it('uses exactly the defined variables', () => {
    const used = new Set([...pageStyle.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name));
    expect([...(schemes[0]?.keys() ?? [])].toSorted()).toEqual([...used].toSorted());
    expect([...(schemes[1]?.keys() ?? [])].toSorted()).toEqual([...used].toSorted());
  });

  it('exports its hash', () => {
    const digest = createHash('sha256').update(pageStyle, 'utf8').digest('base64');
    expect(pageStyleHash).toBe(`sha256-${digest}`);
  });
});
