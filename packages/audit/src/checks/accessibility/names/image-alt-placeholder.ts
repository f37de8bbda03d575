import type { ImageFact, PageFacts, Position } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { shortList } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** A file name: a name with the ending of an image format. */
const fileName = /^[^/\\]{1,150}\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|heic|ico)$/i;
/**
 * The names that cameras, phones and computers give to files: `DSC_0123`, `IMG-20240101-WA0007`,
 * "Screenshot 2024-01-01 at 10.00.00".
 */
const cameraName =
  /^(?:DSC_\d{4}|DSC\d{5}|DSC[NF]\d{4}|(?:IMG|PXL|MVI)[_-]?\d{3,10}(?:[_-][\w-]{1,20})?|GOPR\d{4}|PICT\d{4}|(?:screenshot|screen shot|bildschirmfoto)[ _-]\d{4}-\d\d-\d\d.{0,30})$/i;
/**
 * A text without spaces that a brand or a product rarely has: with `_`, a long number, or a number among
 * several hyphens. Beside a file of the same name it is that name.
 */
const nameLike = /^(?=\S{3,100}$)(?:.*_|.*\d{5}|(?=.*\d).*-.*-)/;
/** Words for any image, in several languages, alone or with a number. Lower-case. */
const anyImage =
  /^(?:image|img|photo|picture|pic|graphic|thumbnail|thumb|placeholder|alt|alt text|alt tag|bild|foto|grafik|vorschaubild|imagen|imagem|immagine|afbeelding|zdjęcie|obraz|изображение|картинка|фото|画像|图片|圖片|이미지|spacer|untitled|unnamed|null|undefined|\[object object\])(?:[ _-]?\d{1,4})?$/i;
/** No word of {@link anyImage} with its number is longer. */
const longestWord = 20;
const logo = /^logo$/i;
/** A longer alt is a sentence. */
const longestName = 160;

/**
 * Alternative texts say what an image shows.
 *
 * @remarks The lists of words, and what is a file name, are ours. A file name that the page also shows as a text
 * passes: there it is a caption, as in an archive. So does "logo" beside another text.
 */
export const imageAltPlaceholder: Check = {
  id: 'image-alt-placeholder',
  category: 'accessibility',
  importance: 'low',
  family: 'image-alt',
  title: 'Alternative texts say what the images show',
  advice:
    'Write into the alt attribute of each quoted image what it shows, such as alt="Rye bread in a basket" instead of alt="DSC_0123.JPG"; name a linked logo after its site, such as alt="Ann’s bakery". Use alt="" for decoration.',
  why: 'People who cannot see the image hear a file name or a word such as “image” instead of what it shows.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F30',
  run: ({ page }) => {
    const described = page.images.filter((image) => isDescribed(image));
    const placeholders = linkLogosOf(page, described);
    for (const image of described) if (isAnyImage(image)) placeholders.add(image);
    for (const image of uncaptioned(described.filter(isNamedAsFile), page)) placeholders.add(image);
    const found =
      placeholders.size === 0 ? [] : described.filter((image) => placeholders.has(image));
    const texts = shortList(new Set(found.map(({ alt }) => alt?.trim() ?? '')));
    return faultsOutcome(described.length, found, {
      none: 'The page has no images with alternative text.',
      fault: 'Alternative texts that are only a file name or a word for any image',
      summary: (count, all) =>
        `${count} of ${all} alternative texts ${count === 1 ? 'says' : 'say'} nothing about the image, such as “${texts[0]}”.`,
      value: { images: described.length, placeholders: found.length, texts },
      severity: 'by share',
    });
  },
};

function isDescribed({ alt, hidden, presentational, ariaLabel, ariaLabelledby }: ImageFact) {
  const isNamedOtherwise = ariaLabel?.trim() || ariaLabelledby?.trim();
  return Boolean(alt?.trim()) && hidden === 'no' && !presentational && !isNamedOtherwise;
}

function nameOf({ alt }: ImageFact): string {
  return alt?.trim() ?? '';
}

function isAnyImage(image: ImageFact): boolean {
  const name = nameOf(image);
  return name.length <= longestWord && anyImage.test(name);
}

function isNamedAsFile(image: ImageFact): boolean {
  const name = nameOf(image);
  if (name.length > longestName) return false;
  // Cheap tests first: nearly all texts are sentences.
  return (
    (name.includes('.') && fileName.test(name)) ||
    (/\d/.test(name) && cameraName.test(name)) ||
    isNameOf(name, image.src ?? '')
  );
}

/** Whether a text is the name of the file at a URL, without its ending. */
function isNameOf(text: string, src: string): boolean {
  if (!nameLike.test(text)) return false;
  const [path = ''] = src.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]{3,5}$/i, '') === text;
}

/** Names that are searched for in the text, before its words are compared with them. */
const fewNames = 20;

/** The images whose name the page does not show as a word or a line. */
function uncaptioned(images: readonly ImageFact[], { text }: PageFacts): readonly ImageFact[] {
  const areFew = images.length <= fewNames;
  if (areFew && !images.some((image) => text.includes(nameOf(image)))) return images;
  const captions = new Set([...text.split(/\s+/), ...text.split('\n')]);
  return images.filter((image) => !captions.has(nameOf(image)));
}

/** The images with the text "logo" that are the only content of a link. */
function linkLogosOf({ anchors, labels }: PageFacts, images: readonly ImageFact[]): Set<ImageFact> {
  const found = new Set<ImageFact>();
  let next = 0;
  for (const image of images) {
    if (!logo.test(image.alt?.trim() ?? '')) continue;
    while (next < anchors.length && isBefore(anchors[next], image)) next++;
    const link = anchors[next - 1];
    if (link !== undefined && logo.test(accessibleNameOf(link, labels))) found.add(image);
  }
  return found;
}

function isBefore(left: Position | undefined, right: Position): boolean {
  if (left === undefined) return false;
  return left.line < right.line || (left.line === right.line && left.column < right.column);
}
