import type { ImageFact, PageFacts, RoleFact } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { isTrackingPixel } from '../../../readings/tracking-pixel.ts';
import type { Check } from '../../check.ts';

/**
 * Images have alternative text. `alt=""` passes: it is correct for decoration. Hidden images and tracking
 * pixels need none.
 */
export const imageAlt: Check = {
  id: 'image-alt',
  category: 'accessibility',
  importance: 'medium',
  family: 'image-alt',
  title: 'Images have alternative text',
  advice:
    'Describe each image in its alt attribute, such as alt="A loaf of rye bread". Use an empty alt="" for images that are only decoration.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/23a2a8/',
  run: ({ page }) => {
    const images = [
      ...page.images.filter((image) => !isTrackingPixel(image)),
      ...page.roles.filter(({ kind }) => kind === 'image'),
    ].filter(({ hidden }) => hidden === 'no');
    if (images.length === 0) {
      return { status: 'na', summary: 'The page has no visible images.' };
    }
    const nameless = images.filter(
      (image) => !boundByScript.test(image.html) && !hasAlternative(image, page.labels),
    );
    const isDescribed = images.some((image) => accessibleNameOf(image, page.labels) !== '');
    const unnamed = isDescribed ? nameless.filter((image) => !isBlank(image)) : nameless;
    const value = { images: images.length, without: unnamed.length };
    if (unnamed.length === 0) {
      const summary = `Images without alternative text: 0 of ${images.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: unnamed.length === images.length ? 'fail' : 'warn',
      summary: `${unnamed.length} of ${images.length} images ${unnamed.length === 1 ? 'has' : 'have'} no alternative text.`,
      value,
      evidence: unnamed.map(tagEvidence),
      points: (images.length - unnamed.length) / images.length,
    };
  },
};

/** An `alt` that Vue, Alpine or AngularJS fill in. */
const boundByScript = /\s(?::|v-bind:|x-bind:|ng-attr-|data-ng-attr-)alt\s*=/i;

/**
 * Whether the `alt` has only spaces. Without another text this does not mark decoration
 * (https://www.w3.org/TR/html-aam-1.0/#el-img-empty-alt). On a page that describes its images it is how
 * some editors write `alt=""`, and browsers treat it so.
 */
function isBlank(image: ImageFact | RoleFact): boolean {
  return image.alt !== null && image.alt.trim() === '' && image.title === null;
}

function hasAlternative(image: ImageFact | RoleFact, labels: PageFacts['labels']): boolean {
  if (!('kind' in image) && image.alt === '') return true;
  return image.presentational || accessibleNameOf(image, labels) !== '';
}
