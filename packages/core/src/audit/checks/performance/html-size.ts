import type { Check } from '../check.ts';

/** Bytes of HTML, decompressed: phpRank calls more large. */
const large = 330_000;
/** LibreCrawl warns of more than this. */
const huge = 1_000_000;

/** A page is not made of more HTML than browsers read in a moment. */
export const htmlSize: Check = {
  id: 'html-size',
  category: 'performance',
  importance: 'low',
  title: 'The HTML is not too large',
  advice:
    'Take out of the HTML what is not shown at first: data in scripts, inline images and styles, menus and lists that can be loaded when they are wanted.',
  source: 'https://almanac.httparchive.org/en/2024/page-weight',
  run: ({ page: { bytes } }) => {
    const value = { bytes, limit: large };
    const size = `${Math.round(bytes / 1000)} kB`;
    if (bytes <= large) return { status: 'pass', summary: `The HTML has ${size}.`, value };
    return {
      status: bytes > huge ? 'fail' : 'warn',
      summary: `The HTML has ${size}; up to ${large / 1000} kB is fine.`,
      value,
    };
  },
};
