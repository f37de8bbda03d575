import type { AnchorFact, ImageFact, PageFacts } from '../../../page/page-facts.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Images in links do not repeat the text of the link, which screen readers then read twice. Image search reads
 * the text, too, so the check has no weight.
 */
export const imageAltRedundant: Check = {
  id: 'image-alt-redundant',
  category: 'accessibility',
  importance: 'info',
  family: 'image-alt',
  title: 'Images in links add to the text of the link',
  advice:
    'Use an empty alt="" for an image next to the same words in one link: <a href="/rye"><img src="rye.jpg" alt=""> Rye bread</a>.',
  why: 'Screen readers read the same words twice, which slows down people who listen to the page.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H2',
  run: ({ page }) => {
    const described = page.images.filter(isRead);
    const counts = new Map<number | null, number>();
    for (const { link } of described) counts.set(link, (counts.get(link) ?? 0) + 1);
    // Of two images, such as a logo for light and one for dark pages, a style sheet may hide one.
    const images = described.filter(({ link }) => counts.get(link) === 1);
    const redundant = images.filter((image) => isRepeated(image, page));
    return faultsOutcome(images.length, redundant, {
      none: 'The page has no links with one described image.',
      fault: 'Images that repeat the text of their link',
      summary: (count, all) =>
        `${count} of ${all} images in links ${count === 1 ? 'repeats' : 'repeat'} the text of the link.`,
      value: { images: images.length, redundant: redundant.length },
    });
  },
};

function isRead({ alt, link, hidden }: ImageFact): boolean {
  return link !== null && hidden === 'no' && (alt ?? '').trim() !== '';
}

/** Whether the link reads its image's `alt` and then, or before it, the same as text. */
function isRepeated({ alt, link }: ImageFact, { anchors }: PageFacts): boolean {
  const anchor: AnchorFact | undefined = link === null ? undefined : anchors[link];
  if (anchor === undefined || anchor.ariaLabel !== null || anchor.ariaLabelledby !== null) {
    return false;
  }
  // Mostly the image is all that is in the link.
  if (anchor.accessibleText === alt) return false;
  const words = plain(alt ?? '');
  return plain(anchor.accessibleText) === `${words} ${words}`;
}

function plain(text: string): string {
  // Most texts have single spaces only, and replacing each of them is expensive.
  const collapsed = /\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text;
  return collapsed.trim().toLowerCase();
}
