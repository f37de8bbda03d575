import { missingContent } from '../../../readings/app-shell.ts';
import { countText } from '../../../readings/count-text.ts';
import { estimateTokens } from '../../../readings/text/estimate-tokens.ts';
import type { Check } from '../../check.ts';

/** The limit of phpRank. The ratio depends more on the markup than on the text, so it has no weight. */
const enough = 10;
/** The length of the text in the page facts at most. */
const mostKept = 100_000;

/** A large part of the HTML is text. The value has the size of the text for language models as well. */
export const textRatio: Check<'min'> = {
  id: 'text-ratio',
  category: 'seo',
  importance: 'info',
  title: 'A good share of the HTML is text',
  advice:
    'Move scripts, styles and data out of the HTML into separate files, so that the text arrives first.',
  source: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  options: {
    min: {
      default: enough,
      min: 0,
      max: 90,
      unit: 'percent',
      description: 'A smaller share of text is a warning.',
    },
  },
  run: ({ page }, { min }) => {
    if (page.bytes === 0) return { status: 'na', summary: 'The page is empty.' };
    const missing = missingContent(page);
    if (missing) return missing;
    // The text is measured in UTF-8, but the page may be in another encoding.
    const ratio = Math.min(1, bytesOf(page.text) / page.bytes);
    const percent = Math.round(ratio * 100);
    const tokens = estimateTokens(page);
    const value = { percent, tokens };
    const size = `about ${countText(tokens)} tokens for a language model`;
    if (ratio >= min / 100) {
      return { status: 'pass', summary: `${percent} % of the HTML is text, ${size}.`, value };
    }
    if (page.text.length >= mostKept - 1) {
      return {
        status: 'pass',
        summary: `The page has more than ${countText(mostKept)} characters of text.`,
        value,
      };
    }
    const summary = `Only ${percent === 0 ? 'under 1' : percent} % of the HTML is text, ${size}.`;
    return { status: 'warn', summary, value };
  },
};

function bytesOf(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
