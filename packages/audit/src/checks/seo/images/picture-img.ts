import { tagEvidence } from '../../../readings/evidence.ts';
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
    if (pictures.length === 0) {
      return { status: 'na', summary: 'The page has no <picture> elements.' };
    }
    const empty = pictures.filter(({ hasImage }) => !hasImage);
    const value = { pictures: pictures.length, empty: empty.length };
    if (empty.length === 0) {
      const summary = `<picture> elements without an <img>: 0 of ${pictures.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: empty.length === pictures.length ? 'fail' : 'warn',
      summary: `${empty.length} of ${pictures.length} <picture> elements ${empty.length === 1 ? 'has' : 'have'} no <img> in the HTML, so browsers show nothing.`,
      value,
      evidence: empty.map(tagEvidence),
    };
  },
};
