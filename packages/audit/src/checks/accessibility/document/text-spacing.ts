import type { SpacedTextFact } from '../../../page/page-facts.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * No `style` attribute keeps visitors from a wider spacing: what it sets with `!important` wins over their own style
 * sheets, so it has to be as wide as WCAG 1.4.12 demands.
 * Sources: https://www.w3.org/WAI/standards-guidelines/act/rules/24afc2/,
 * https://www.w3.org/WAI/standards-guidelines/act/rules/9e45ec/
 *
 * @remarks That letters need 0.12 and words 0.16 of the size of the font is from two more rules. Only what the
 * attribute alone decides is checked: a size in pixels only beside a font-size in pixels, and the height of lines only
 * of a text that takes several on a phone.
 */
export const textSpacing: Check = {
  id: 'text-spacing',
  category: 'accessibility',
  importance: 'low',
  title: 'Visitors can widen the spacing of the text',
  advice:
    'Remove !important from letter-spacing, word-spacing and line-height in the quoted style attributes, or set at least 0.12em, 0.16em and 1.5.',
  why: 'People who need more space between letters, words or lines to read cannot set it, as the page overrules their browser.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/78fd32/',
  run: ({ page: { spacedTexts } }) => {
    const texts = spacedTexts.filter(
      ({ hidden, style, text }) => hidden !== 'all' && !isOffScreen(style) && hasText(text),
    );
    const fixed = texts.flatMap((tag) => {
      const spacing = spacingOf(tag);
      return spacing.length === 0 ? [] : [{ tag, isNarrow: spacing.includes('narrow') }];
    });
    const narrow = fixed.filter(({ isNarrow }) => isNarrow);
    return faultsOutcome(fixed.length, narrow, {
      none: 'No style attribute sets the spacing of a text with !important.',
      fault: 'Texts whose style attribute fixes too narrow a spacing',
      summary: (count, all) =>
        `${count} of ${all} style attributes with !important ${count === 1 ? 'keeps' : 'keep'} a text narrower than visitors may need.`,
      value: { texts: fixed.length, narrow: narrow.length },
      severity: 'by share',
    });
  },
};

/** The least spacing, as a share of the size of the font. */
const least: Readonly<Record<string, number>> = {
  'letter-spacing': 0.12,
  'word-spacing': 0.16,
  'line-height': 1.5,
};

/** Whether a text is moved out of the screen, so that only screen readers have it. */
function isOffScreen(style: string): boolean {
  return (
    /position\s*:\s*(?:absolute|fixed)/i.test(style) &&
    /(?:bottom|left|right|top)\s*:\s*-\d{3}/i.test(style)
  );
}

function hasText(source: string): boolean {
  return /[\p{L}\p{N}]/u.test(source.replace(/&[^\s;&]{1,40};/g, ' '));
}

/** How wide each spacing is that a text has with `!important`; those that other styles decide are left out. */
function spacingOf({ style, text }: SpacedTextFact): readonly ('narrow' | 'wide')[] {
  const { sizes, isShorthand } = declarationsOf(style);
  const fontSize = pixelsOf(sizes.get('font-size')?.value);
  return Object.entries(least).flatMap(([property, min]) => {
    const size = sizes.get(property);
    if (!size?.isImportant || styleOfOthers.test(size.value)) return [];
    if (property === 'line-height' && (isShorthand || !takesSeveralLines(text, sizes))) return [];
    const share = shareOf(size.value, property, fontSize);
    if (share === null) return [];
    return share < min ? ['narrow'] : ['wide'];
  });
}

/** Values with which another style decides. */
const styleOfOthers = /^(?:inherit|revert|revert-layer|unset)$/;

/** A declared value, lower-case. */
interface Declared {
  readonly value: string;
  readonly isImportant: boolean;
}

type Sizes = ReadonlyMap<string, Declared>;

/** The last declaration of each property; one with `!important` wins over others. */
function declarationsOf(style: string): { readonly sizes: Sizes; readonly isShorthand: boolean } {
  const sizes = new Map<string, Declared>();
  for (const part of style.toLowerCase().split(';')) {
    const colon = part.indexOf(':');
    const name = part.slice(0, Math.max(colon, 0)).trim();
    const [value = '', ...flags] = part
      .slice(colon + 1)
      .split('!')
      .map((text) => text.trim());
    const isImportant = flags.at(-1) === 'important';
    if (isImportant || !sizes.get(name)?.isImportant) sizes.set(name, { value, isImportant });
  }
  return { sizes, isShorthand: sizes.get('font')?.isImportant === true };
}

/** A size as a share of the font size; `null` where something else decides it. */
function shareOf(value: string, property: string, fontSize: number | null): number | null {
  // Browsers show `normal` lines about 1.2 times as high as the font.
  if (value === 'normal' || value === 'initial') return property === 'line-height' ? 1.2 : 0;
  const [, digits, unit] = /^([+-]?(?:\d+\.?\d*|\.\d+))(em|px|pt|rem|%|)$/.exec(value) ?? [];
  if (digits === undefined) return null;
  const size = Number(digits);
  if (size <= 0) return 0;
  if (unit === 'em') return size;
  if (property === 'line-height' && unit === '') return size;
  if (property === 'line-height' && unit === '%') return size / 100;
  return unit === 'px' && fontSize !== null ? size / fontSize : null;
}

function pixelsOf(value: string | undefined): number | null {
  const pixels = Number(/^(\d+(?:\.\d+)?)px$/.exec(value ?? '')?.[1] ?? 0);
  return pixels > 0 ? pixels : null;
}

/** The width of a page on which visitors must not have to scroll sideways: WCAG 1.4.10. */
const narrowWidth = 320;
/** Pixels that a character takes at least, on average. */
const characterWidth = 5;

/** Whether a text certainly takes more than one line where the page is narrow. */
function takesSeveralLines(text: string, sizes: Sizes): boolean {
  if (/^(?:nowrap|pre)$/.test(sizes.get('white-space')?.value ?? '')) return false;
  const most = Math.min(pixelsOf(sizes.get('max-width')?.value) ?? narrowWidth, narrowWidth);
  const width = pixelsOf(sizes.get('width')?.value) ?? most;
  return text.trim().length * characterWidth > width;
}
