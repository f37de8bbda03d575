import { fileSizeText } from '../../readings/file-size.ts';
import type { Check } from '../check.ts';

/**
 * @remarks The limits of 330 kB and 1 MB, decompressed, are ours. The median page of 2024 had 18 kB, as transferred.
 */
const large = 330_000;
const huge = 1_000_000;

/** The page has no more HTML than browsers read quickly. */
export const htmlSize: Check<'max' | 'fail'> = {
  id: 'html-size',
  category: 'performance',
  importance: 'low',
  reads: 'source',
  title: 'The HTML has a moderate size',
  advice:
    'Move what is not shown at first out of the HTML: data in scripts, inline images and styles, and menus and lists that can be loaded later.',
  why: 'A large page takes longer to arrive and to build, so visitors wait, above all with a slow phone or connection.',
  source: 'https://almanac.httparchive.org/en/2024/page-weight',
  options: {
    max: {
      default: large,
      min: 1000,
      max: 10000000,
      unit: 'bytes',
      description: 'More HTML is a warning.',
    },
    fail: {
      default: huge,
      min: 1000,
      max: 10000000,
      unit: 'bytes',
      description: 'More HTML is a failure.',
    },
  },
  run: ({ page: { bytes } }, { max, fail }) => {
    const value = { bytes, limit: max };
    const size = fileSizeText(bytes);
    if (bytes <= max && bytes <= fail)
      return { status: 'pass', summary: `The HTML is ${size}.`, value };
    return {
      status: bytes > fail ? 'fail' : 'warn',
      summary: `The HTML is ${size}; the limit of this report is ${max / 1000} kB.`,
      value,
    };
  },
};
