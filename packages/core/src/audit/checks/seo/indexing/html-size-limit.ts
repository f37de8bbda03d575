import type { Check, Outcome } from '../../check.ts';

const MB = 1024 * 1024;

/**
 * Of an HTML file Google reads the first 2 MB, unpacked
 * (https://developers.google.com/search/docs/crawling-indexing/googlebot).
 */
const limit = 2 * MB;

/** Search engines read the whole page. */
export const htmlSizeLimit: Check = {
  id: 'html-size-limit',
  category: 'seo',
  importance: 'low',
  title: 'The page is small enough to be read whole',
  advice:
    'Take out of the HTML what is no text: put images, style sheets, scripts and data into files of their own, and long lists on several pages.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
  run: ({ page: { bytes } }): Outcome => {
    const value = { bytes, limit };
    if (bytes <= limit) {
      const summary = 'The HTML is smaller than the 2 MB that Google reads.';
      return { status: 'pass', summary, value };
    }
    const size = (Math.ceil((bytes / MB) * 10) / 10).toFixed(1);
    return {
      status: 'fail',
      summary: `The HTML has ${size} MB; Google reads the first 2 MB and ignores the rest.`,
      value,
    };
  },
};
