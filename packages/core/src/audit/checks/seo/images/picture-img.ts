import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/** A `<picture>` shows nothing without an `<img>` in it. */
export const pictureImg: Check = {
  id: 'picture-img',
  category: 'seo',
  importance: 'info',
  title: 'Each <picture> has an <img>',
  advice:
    'Put an <img> with src and alt at the end of each <picture>: it is what browsers show, and what search engines find.',
  source: 'https://developers.google.com/search/docs/appearance/google-images',
  run: ({ page: { pictures } }) => {
    if (pictures.length === 0) {
      return { status: 'na', summary: 'The page has no <picture> elements.' };
    }
    const empty = pictures.filter(({ hasImage }) => !hasImage);
    const value = { pictures: pictures.length, empty: empty.length };
    if (empty.length === 0)
      return { status: 'pass', summary: 'Each <picture> has an <img>.', value };
    return {
      status: empty.length === pictures.length ? 'fail' : 'warn',
      summary: `${empty.length} of ${pictures.length} <picture> elements ${empty.length === 1 ? 'has' : 'have'} no <img> in the HTML; without one nothing is shown.`,
      value,
      evidence: empty.map(tagEvidence),
    };
  },
};
