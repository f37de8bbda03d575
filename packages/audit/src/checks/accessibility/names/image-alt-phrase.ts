import { shortList, tagsEvidence } from '../../../readings/evidence.ts';
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
    if (images.length === 0)
      return { status: 'na', summary: 'The page has no images with a text.' };
    const found = images.filter(({ alt }) => phrase.test(alt?.trim() ?? ''));
    const value = { images: images.length, texts: shortList(found.map(({ alt }) => alt ?? '')) };
    if (found.length === 0) {
      return { status: 'pass', summary: `Such texts: 0 of ${images.length}.`, value };
    }
    return {
      status: 'warn',
      summary: `${found.length} of ${images.length} alternative ${images.length === 1 ? 'text begins' : 'texts begin'} that way: "${value.texts[0]?.slice(0, 80)}".`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};
