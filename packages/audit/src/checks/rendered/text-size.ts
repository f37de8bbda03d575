import { elementEvidence } from '../../readings/axe-outcome.ts';
import { countText } from '../../readings/count-text.ts';
import { layoutOf, notMeasured } from '../../readings/layout-of.ts';
import { viewportsOf } from '../../readings/viewport-properties.ts';
import type { Check } from '../check.ts';

/** Most text of a page is at least 12 pixels high on a phone. */
export const textSize: Check<'maxPercent'> = {
  id: 'text-size',
  category: 'accessibility',
  importance: 'low',
  reads: 'browser',
  title: 'Text is large enough on a phone',
  advice:
    'Set a font-size of at least 12 pixels for the quoted elements, better 16 for running text.',
  why: 'Visitors with a phone have to zoom in, and then to scroll sideways, to read small text.',
  source: 'https://developer.chrome.com/docs/lighthouse/seo/font-size',
  options: {
    maxPercent: {
      /** @remarks Lighthouse demands that 60 % of the text is large enough; our share of 40 % counts characters. */
      default: 40,
      min: 0,
      max: 100,
      unit: 'percent',
      description: 'A larger share of text smaller than 12 pixels is a warning.',
    },
  },
  run: (facts, { maxPercent }) => {
    const layout = layoutOf(facts);
    if (layout === null) return notMeasured;
    if (viewportsOf(facts.page).length === 0) {
      return { status: 'na', summary: 'The page has no viewport for phones.' };
    }
    const { characters, all } = layout.smallText;
    if (all === 0) return { status: 'na', summary: 'The page has no text.' };
    const percent = Math.round((100 * characters) / all);
    const value = { small: characters, characters: all, percent };
    const share = `${percent} % of the text (${countText(characters)} characters)`;
    if (percent <= maxPercent) {
      const summary =
        characters === 0
          ? 'All text is at least 12 pixels high.'
          : `${share} is smaller than 12 pixels.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${share} is smaller than 12 pixels.`,
      value,
      evidence: layout.smallTexts.map((element) =>
        elementEvidence(element, `(${element.size} pixels)`),
      ),
    };
  },
};
