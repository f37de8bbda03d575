import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** A `<picture>` shows nothing without an `<img>` in it. */
export const pictureImg: Check = {
  id: 'picture-img',
  category: 'seo',
  importance: 'info',
  title: 'Each <picture> contains an <img>',
  advice:
    'Add an <img> with src and alt at the end of each <picture>: browsers show it, and search engines index it.',
  why: 'Visitors see nothing where this element is missing, and search engines cannot find the image.',
  source: 'https://developers.google.com/search/docs/appearance/google-images',
  run: ({ page: { pictures } }) => {
    const empty = pictures.filter(({ hasImage }) => !hasImage);
    return faultsOutcome(pictures.length, empty, {
      none: 'The page has no <picture> elements.',
      fault: '<picture> elements without an <img>',
      summary: (count, all) =>
        `${count} of ${all} <picture> elements ${count === 1 ? 'has' : 'have'} no <img> in the HTML, so browsers show nothing.`,
      value: { pictures: pictures.length, empty: empty.length },
      severity: 'fail if all',
    });
  },
};
