import type { Evidence } from '../../../outcome.ts';
import type { PageFacts, SourceTag } from '../../../page/page-facts.ts';
import { attributeEvidence, maxEvidence, namesText } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import {
  type CandidateFault,
  faultsOfSrcset,
  hasFaultySizes,
} from '../../../readings/image-candidates.ts';
import { addNote } from '../../../readings/notes.ts';
import type { Check } from '../../check.ts';

const sentences = {
  invalid: 'an image whose descriptor is not a width such as 800w or a density such as 2x',
  mixed: 'widths such as 800w and densities such as 2x in one list',
  duplicate: 'different images with the same width or density',
  sizes: 'a percentage or a number without a unit in sizes',
} as const satisfies Readonly<Record<CandidateFault | 'sizes', string>>;

/**
 * Browsers can choose between the images of every `srcset`. Lists that a script fills in or replaces are not read.
 * A list of widths without `sizes` works: the image then counts as as wide as the window.
 */
export const imageSrcset: Check = {
  id: 'image-srcset',
  category: 'performance',
  importance: 'low',
  title: 'Browsers can choose between the sizes of an image',
  advice:
    'Write each image in srcset as a URL, a space and its width, such as srcset="loaf-400.jpg 400w, loaf-800.jpg 800w", and lengths with a unit in sizes, such as sizes="(max-width: 600px) 100vw, 50vw".',
  why: 'Browsers ignore faulty entries, and may load an image that is too large or too blurred for the screen.',
  source: 'https://html.spec.whatwg.org/multipage/images.html#srcset-attributes',
  run: ({ page }) => {
    const lists = listsOf(page);
    const faulty = lists.flatMap(({ tag, srcset, sizes }): readonly Finding[] => {
      const faults = faultsOfSrcset(srcset);
      if (faults.length > 0)
        return [{ faults, evidence: attributeEvidence(tag, 'srcset', srcset) }];
      // Browsers read sizes only for widths.
      if (sizes === null || !/\dw\s*(?:,|$)/.test(srcset) || !hasFaultySizes(sizes)) return [];
      return [{ faults: ['sizes'], evidence: attributeEvidence(tag, 'sizes', sizes) }];
    });
    const kinds = [...new Set(faulty.flatMap(({ faults }) => faults))];
    return faultsOutcome(lists.length, faulty, {
      none: 'The page has no images with srcset.',
      fault: 'srcset and sizes with a fault',
      summary: (count, all) =>
        `${count} of ${all} srcset lists cannot work as written: ${namesText(kinds.map((kind) => sentences[kind]))}.`,
      value: { lists: lists.length, faulty: faulty.length, faults: kinds },
      evidence: () => faulty.slice(0, maxEvidence).map(({ evidence }) => evidence),
      severity: 'by share',
    });
  },
};

interface Finding {
  readonly faults: readonly (keyof typeof sentences)[];
  readonly evidence: Evidence;
}

interface ImageList {
  readonly tag: SourceTag;
  readonly srcset: string;
  readonly sizes: string | null;
}

/** Characters of all lists that are read, and what each image of a list counts in addition to its own. */
const limits = { characters: 500_000, perImage: 20 } as const;

/** Whether a text has a placeholder of a template. */
function isTemplate(text: string): boolean {
  // Three searches for a character are faster than the expression, which few texts need.
  if (!text.includes('{') && !text.includes('<') && !text.includes('[')) return false;
  return /\{\{|\$\{|\{%|<%|\[\[|#\{/.test(text);
}

/** The lists that browsers read themselves: no script replaces them, or fills in a template. */
function listsOf(page: PageFacts): readonly ImageList[] {
  const found: ImageList[] = [];
  let room: number = limits.characters;
  const sources = page.media.filter(
    ({ element, inPicture, html }) =>
      element === 'source' && inPicture && !/\sdata-(?:lazy-)?srcset\b/i.test(html),
  );
  const images = page.images.filter(
    ({ srcset, loadedByScript }) => srcset !== null && !loadedByScript,
  );
  for (const tag of [...images, ...sources]) {
    const { hidden, srcset, sizes } = tag;
    if (hidden === 'all' || !srcset?.trim() || isTemplate(srcset)) continue;
    const count = srcset.split(',').length;
    room -= srcset.length + (sizes?.length ?? 0) + limits.perImage * count;
    if (room < 0) {
      addNote(page, 'some srcset lists are not read: they are too long');
      break;
    }
    found.push({ tag, srcset, sizes });
  }
  return found;
}
