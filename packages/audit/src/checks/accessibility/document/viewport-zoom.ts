import { tagEvidence } from '../../../readings/evidence.ts';
import { viewportPropertiesOf, viewportsOf } from '../../../readings/viewport-properties.ts';
import type { Check } from '../../check.ts';

/** @remarks Text must be readable at twice its size: WCAG 1.4.4, ACT rule b4f0c3. */
const leastMaximumScale = 2;

/** Visitors with low vision zoom pages with two fingers; some browsers let pages forbid it. */
export const viewportZoom: Check = {
  id: 'viewport-zoom',
  category: 'accessibility',
  importance: 'low',
  family: 'viewport',
  title: 'Visitors can zoom the page',
  advice:
    'Remove user-scalable=no and maximum-scale from the viewport meta tag: <meta name="viewport" content="width=device-width, initial-scale=1">.',
  why: 'People with weak eyesight cannot enlarge the text on their phone, and may be unable to read it.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/b4f0c3/',
  run: ({ page }) => {
    const limiting = viewportsOf(page)
      .map((tag) => ({ tag, properties: viewportPropertiesOf(tag) }))
      .filter(
        ({ properties }) => properties.has('user-scalable') || properties.has('maximum-scale'),
      );
    if (limiting.length === 0) {
      return { status: 'na', summary: 'The page does not limit zooming.' };
    }
    const bad = limiting.flatMap(({ tag, properties }) => {
      const fault = faultOf(properties);
      return fault === null ? [] : [{ tag, fault }];
    });
    const [worst] = bad;
    if (worst === undefined) {
      return {
        status: 'pass',
        summary: 'The viewport meta tag allows zooming to at least twice the size.',
      };
    }
    return {
      status: 'fail',
      summary: `The viewport meta tag prevents zooming: ${worst.fault}.`,
      value: [...new Set(bad.map(({ fault }) => fault))],
      evidence: bad.map(({ tag }) => tagEvidence(tag)),
    };
  },
};

function faultOf(properties: ReadonlyMap<string, string>): string | null {
  const scalable = properties.get('user-scalable');
  if (scalable !== undefined && !allowsScaling(scalable)) return `user-scalable=${scalable}`;
  const maximum = properties.get('maximum-scale');
  if (maximum !== undefined && maximumScaleOf(maximum) < leastMaximumScale) {
    return `maximum-scale=${maximum}`;
  }
  return null;
}

/**
 * A value that is neither a number nor a keyword counts as `no`.
 * Source: https://drafts.csswg.org/css-viewport/#user-scalable
 */
function allowsScaling(value: string): boolean {
  const number = Number.parseFloat(value);
  return Number.isNaN(number)
    ? ['yes', 'device-width', 'device-height'].includes(value)
    : Math.abs(number) >= 1;
}

/**
 * Negative numbers are ignored; `yes` is 1, the device keywords are 10, anything else is 0.1.
 * Source: https://drafts.csswg.org/css-viewport/#min-scale-max-scale
 */
function maximumScaleOf(value: string): number {
  const number = Number.parseFloat(value);
  if (!Number.isNaN(number)) return number < 0 ? Number.POSITIVE_INFINITY : number;
  if (value === 'yes') return 1;
  return value === 'device-width' || value === 'device-height' ? 10 : 0.1;
}
