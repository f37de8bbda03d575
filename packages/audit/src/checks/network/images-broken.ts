import { checkBroken } from '../../probes/broken-urls.ts';
import type { Check } from '../check.ts';

/**
 * The images of the page exist.
 *
 * @remarks That they should exist is our conclusion; only a sample is requested.
 */
export const imagesBroken: Check = {
  id: 'images-broken',
  category: 'seo',
  importance: 'high',
  title: 'The images of the page can be loaded',
  advice:
    'Upload the missing images, or change the src of the quoted <img> tags to images that exist.',
  why: 'Visitors see an empty box instead of the picture, and it cannot appear in image search.',
  source: 'https://developers.google.com/search/docs/appearance/google-images',
  family: 'page-files',
  samples: ['images'],
  run: ({ probes: { images } }) =>
    checkBroken(
      // With an error handler the page shows something else instead.
      images.sample.filter(({ tag }) => tag.hidden !== 'all' && !/\sonerror\s*=/i.test(tag.html)),
      { what: ['image', 'images'], total: images.total, none: 'The page loads no images.' },
    ),
};
