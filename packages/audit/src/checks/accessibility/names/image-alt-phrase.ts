import { shortList } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** Beginnings that only say that there is an image, in the languages of most pages. */
const phrase =
  /^(?:(?:an? |the )?(?:image|picture|pic|graphic|icon|img) (?:of|showing)\b|(?:ein |das )?(?:bild|foto) (?:von|eines|einer)\b|(?:une? |l['’])?image (?:de|d['’]|du|des|montrant)\b|(?:una )?imagen (?:de|del)\b|(?:un['’])?immagine (?:di|del|della)\b|(?:uma )?imagem (?:de|do|da)\b|(?:een )?afbeelding van\b)/i;

/**
 * Alternative texts do not begin with "image of": screen readers say so already.
 *
 * @remarks The phrases in other languages are ours.
 */
export const imageAltPhrase: Check = {
  id: 'image-alt-phrase',
  category: 'accessibility',
  importance: 'info',
  family: 'image-alt',
  title: 'Alternative texts begin with what the image shows',
  advice:
    'Remove words such as "image of" and "picture of" from the start of the alt text: screen readers announce that it is an image.',
  why: 'Screen readers already say that it is an image, so people hear it twice before the description begins.',
  source: 'https://www.w3.org/WAI/tutorials/images/tips/',
  run: ({ page }) => {
    const images = page.images.filter(({ alt, hidden }) => hidden === 'no' && alt?.trim());
    const found = images.filter(({ alt }) => phrase.test(alt?.trim() ?? ''));
    const value = { images: images.length, texts: shortList(found.map(({ alt }) => alt ?? '')) };
    return faultsOutcome(images.length, found, {
      none: 'The page has no images with a text.',
      fault: 'Such texts',
      summary: (count, all) =>
        `${count} of ${all} alternative ${all === 1 ? 'text begins' : 'texts begin'} that way: "${value.texts[0]?.slice(0, 80)}".`,
      value,
    });
  },
};
