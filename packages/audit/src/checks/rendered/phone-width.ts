import { elementEvidence } from '../../readings/axe-outcome.ts';
import { layoutOf, notMeasured } from '../../readings/layout-of.ts';
import { viewportsOf } from '../../readings/viewport-properties.ts';
import type { Check } from '../check.ts';

/** Rounding and shadows make a page a pixel wider. */
const tolerance = 1;

/**
 * The page is not wider than the screen of a phone, so that no one has to scroll sideways to read a line.
 *
 * @remarks WCAG asks for 320 CSS pixels; we measure the width of a phone, 412 pixels.
 */
export const phoneWidth: Check = {
  id: 'phone-width',
  category: 'accessibility',
  importance: 'medium',
  reads: 'browser',
  title: 'The page fits the width of a phone',
  advice:
    'Let the quoted elements shrink: max-width: 100% for images and frames, overflow-x: auto around wide tables, and no fixed widths.',
  why: 'Visitors with a phone have to scroll sideways to read each line.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/reflow.html',
  run: (facts) => {
    const layout = layoutOf(facts);
    if (layout === null) return notMeasured;
    if (viewportsOf(facts.page).length === 0) {
      // Then browsers lay it out for a desktop: the check of the viewport says so.
      return { status: 'na', summary: 'The page has no viewport for phones.' };
    }
    const { viewport, width, wide } = layout;
    const value = { width, viewport: viewport.width };
    if (width <= viewport.width + tolerance) {
      const summary = `The page is no wider than a screen of ${viewport.width} pixels.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `The page is ${width} pixels wide, on a screen of ${viewport.width}.`,
      value,
      evidence: wide.map((element) => elementEvidence(element, `(${element.size} pixels wide)`)),
    };
  },
};
