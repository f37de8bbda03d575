import type { Outcome } from '../../../outcome.ts';
import type { Check } from '../../check.ts';

const MB = 1024 * 1024;

/**
 * Google reads the first 2 MB of an HTML file, decompressed
 * (https://developers.google.com/search/docs/crawling-indexing/googlebot).
 */
const limit = 2 * MB;

/** Search engines read the whole page. */
export const htmlSizeLimit: Check = {
  id: 'html-size-limit',
  category: 'seo',
  importance: 'low',
  title: 'The HTML is small enough for Google to read completely',
  advice:
    'Move images, style sheets, scripts and data out of the HTML into separate files, and split long lists across several pages.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
  run: ({ page: { bytes } }): Outcome => {
    const value = { bytes, limit };
    const size = (Math.ceil((bytes / MB) * 10) / 10).toFixed(1);
    if (bytes <= limit) {
      const summary = `The HTML is ${size} MB; Google reads up to 2 MB.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `The HTML is ${size} MB; Google reads the first 2 MB and ignores the rest.`,
      value,
    };
  },
};
