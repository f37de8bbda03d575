import type { ImageFact } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
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
    if (images.length === 0) {
      return { status: 'na', summary: 'No image is marked as decoration by its role.' };
    }
    const found = images.filter(hasText);
    const value = { images: images.length, with_text: found.length };
    if (found.length === 0) {
      return { status: 'pass', summary: `Such images with a text: 0 of ${images.length}.`, value };
    }
    return {
      status: 'warn',
      summary: `${found.length} of ${images.length} ${images.length === 1 ? 'image' : 'images'} with role="presentation" or role="none" ${found.length === 1 ? 'has' : 'have'} an alt text, which no one hears.`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};

function hasText({ alt }: ImageFact): boolean {
  return (alt ?? '').trim() !== '';
}
