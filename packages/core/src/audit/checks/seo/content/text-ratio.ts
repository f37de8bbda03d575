import type { Check } from '../../check.ts';

/** A share; of phpRank. It says more of the markup than of the text, so it is a hint and no more. */
const enough = 0.1;
/** Characters of text that the facts hold at most. */
const mostKept = 100_000;

/** Much of what is sent is text to read. */
export const textRatio: Check = {
  id: 'text-ratio',
  category: 'seo',
  importance: 'info',
  title: 'A good part of the page is text',
  advice:
    'Move scripts, styles and data out of the page into files of their own, so that what is sent first is what people came to read.',
  source: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  run: ({ page }) => {
    if (page.bytes === 0) return { status: 'na', summary: 'The page is empty.' };
    // Bytes in UTF-8 on both sides would be fairer, but the page may be in any encoding.
    const ratio = Math.min(1, bytesOf(page.text) / page.bytes);
    const percent = Math.round(ratio * 100);
    const value = { percent };
    if (ratio >= enough) {
      return { status: 'pass', summary: `${percent} % of the page is text.`, value };
    }
    if (page.text.length >= mostKept - 1) {
      return {
        status: 'pass',
        summary: `The page has over ${mostKept} characters of text.`,
        value,
      };
    }
    const summary = `Only ${percent === 0 ? 'under 1' : percent} % of the page is text.`;
    return { status: 'warn', summary, value };
  },
};

function bytesOf(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
