import type { ImageFact } from '../../../page/page-facts.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Images that a role marks as decoration have no text that says what they show: one of both is wrong.
 *
 * @remarks That the role of an image says that it should be ignored is our conclusion.
 */
export const imageRoleAlt: Check = {
  id: 'image-role-alt',
  category: 'accessibility',
  importance: 'info',
  family: 'image-alt',
  title: 'Images marked as decoration have an empty alternative text',
  advice:
    'For decoration, use alt="" and remove the role. For an image that shows something, keep the alt text and remove role="presentation" or role="none", which hides it.',
  why: 'The image is marked as decoration and described at once, so some screen readers may read it and others skip it.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F39',
  run: ({ page }) => {
    const images = page.images.filter(
      ({ hidden, presentational }) => presentational && hidden === 'no',
    );
    const found = images.filter(hasText);
    return faultsOutcome(images.length, found, {
      none: 'No image is marked as decoration by its role.',
      fault: 'Such images with a text',
      summary: (count, all) =>
        `${count} of ${all} ${all === 1 ? 'image' : 'images'} with role="presentation" or role="none" ${count === 1 ? 'has' : 'have'} an alt text, which no one hears.`,
      value: { images: images.length, with_text: found.length },
    });
  },
};

function hasText({ alt }: ImageFact): boolean {
  return (alt ?? '').trim() !== '';
}
