/** The colour of links and buttons without a brand, as `#rrggbb`. */
export const defaultAccent = '#0b5cc4';

/** The backgrounds in the light and the dark scheme, which text must be legible on. */
export const backgrounds = {
  light: { paper: '#ffffff', tint: '#f4f6f8', good: '#e8f5ec', decent: '#fcf3de', bad: '#fdeceb' },
  dark: { paper: '#12161b', tint: '#1a2027', good: '#15291d', decent: '#2c2411', bad: '#331c1b' },
} as const;

/** The colours of text and lines in both schemes: `good`, `decent` and `bad` are those of results. */
export const inks = {
  light: {
    ink: '#1b2129',
    soft: '#56616f',
    line: '#d9dfe6',
    good: '#19733c',
    decent: '#8a5a00',
    bad: '#b42318',
  },
  dark: {
    ink: '#e6eaef',
    soft: '#a4afbb',
    line: '#303944',
    good: '#63cd8e',
    decent: '#e6b656',
    bad: '#ff968c',
  },
} as const;

/** The least contrast of text (WCAG 2.2, 1.4.3). */
const minContrast = 4.5;
const steps = 50;

/**
 * An accent colour for both schemes: the given one, mixed with black or white as little as makes it
 * legible on every background. The paper's colour is then legible on it, too.
 *
 * @param colour - As `#rrggbb`.
 */
export function accentColours(colour: string): { readonly light: string; readonly dark: string } {
  return {
    light: legible(colour, '#000000', Object.values(backgrounds.light)),
    dark: legible(colour, '#ffffff', Object.values(backgrounds.dark)),
  };
}

function legible(colour: string, towards: string, on: readonly string[]): string {
  for (let step = 0; step < steps; step += 1) {
    const mixed = mix(colour, towards, step / steps);
    if (on.every((background) => contrast(mixed, background) >= minContrast)) return mixed;
  }
  return towards;
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(colour: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(colour).map((channel, index) =>
    Math.round(channel + ((others[index] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
