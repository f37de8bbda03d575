import type { ImageFact } from '../../../page/page-facts.ts';
import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/**
 * Images have an alternative text. `alt=""` is the right one for an image that only decorates, so
 * it passes.
 */
export const imageAlt: Check = {
  id: 'image-alt',
  category: 'seo',
  importance: 'medium',
  title: 'Images have an alternative text',
  advice:
    'Say in the alt attribute what the image shows; give images that only decorate an empty one: alt="".',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/23a2a8/',
  run: ({ page: { images } }) => {
    if (images.length === 0) return { status: 'na', summary: 'The page has no images.' };
    const unnamed = images.filter((image) => !hasAlternative(image));
    const value = { images: images.length, without: unnamed.length };
    if (unnamed.length === 0) {
      return { status: 'pass', summary: 'Every image has an alternative text.', value };
    }
    return {
      status: unnamed.length === images.length ? 'fail' : 'warn',
      summary: `${unnamed.length} of ${images.length} images have no alternative text.`,
      value,
      evidence: unnamed.map(tagEvidence),
      points: (images.length - unnamed.length) / images.length,
    };
  },
};

function hasAlternative(image: ImageFact): boolean {
  if (image.alt !== null || image.ariaHidden === 'true') return true;
  // Of several roles the first that is known counts; both words mean the same.
  const [role = ''] = (image.role ?? '').trim().toLowerCase().split(/\s/);
  if (role === 'presentation' || role === 'none') return true;
  return [image.ariaLabel, image.ariaLabelledby, image.title].some((name) => name?.trim());
}
