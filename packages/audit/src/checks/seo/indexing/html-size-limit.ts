import type { Outcome } from '../../../outcome.ts';
import { fileSizeText } from '../../../readings/file-size.ts';
import type { Check } from '../../check.ts';

/**
 * Google reads the first 2 MB of an HTML file, decompressed
 * (https://developers.google.com/search/docs/crawling-indexing/googlebot): here the larger of the two units
 * that may be meant.
 */
const limit = 2 * 1024 * 1024;

/** Search engines read the whole page. */
export const htmlSizeLimit: Check = {
  id: 'html-size-limit',
  category: 'seo',
  importance: 'low',
  reads: 'source',
  title: 'The HTML is small enough for Google to read completely',
  advice:
    'Move images, style sheets, scripts and data out of the HTML into separate files, and split long lists across several pages.',
  why: 'Google ignores what comes after the first 2 MB of a page, so people cannot find the text further down by searching.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
  run: ({ page: { bytes } }): Outcome => {
    const value = { bytes, limit };
    const size = fileSizeText(bytes);
    if (bytes <= limit) {
      const summary = `The HTML is ${size}; Google reads up to about 2 MB.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `The HTML is ${size}; Google reads about the first 2 MB and ignores the rest.`,
      value,
    };
  },
};
