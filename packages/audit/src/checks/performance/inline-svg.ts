import { tagsEvidence } from '../../readings/evidence.ts';
import { fileSizeText } from '../../readings/file-size.ts';
import type { Check } from '../check.ts';

/**
 * Graphics in the HTML are small: browsers cannot cache them, and every page repeats them. Charts and maps that
 * scripts or style sheets change must be in the HTML, so the check has no weight.
 */
export const inlineSvg: Check<'max'> = {
  id: 'inline-svg',
  category: 'performance',
  importance: 'info',
  reads: 'source',
  title: 'Graphics in the HTML are small',
  advice:
    'Move the quoted graphics into files, and load them with <img src="map.svg" alt="…">, or with <use href="icons.svg#cart"> if they are icons.',
  why: 'Drawings within the page are sent with every visit and delay the text, while the browser could keep them as files.',
  source: 'https://web.dev/articles/svg-optimization',
  options: {
    max: {
      /**
       * @remarks That large graphics belong in files, and the limit of 50,000 characters, are ours: compressed, about
       * as much as a photo on a phone.
       */
      default: 50_000,
      min: 5_000,
      max: 5_000_000,
      unit: 'characters',
      description: 'A larger <svg> in the HTML is a warning.',
    },
  },
  run: ({ page }, { max }) => {
    const large = page.inlineSvgs.filter(({ characters }) => characters > max);
    const largest = Math.max(0, ...large.map(({ characters }) => characters));
    const limit = fileSizeText(max);
    if (large.length === 0) {
      return { status: 'pass', summary: `No <svg> in the HTML is larger than ${limit}.` };
    }
    return {
      status: 'warn',
      summary: `${large.length} <svg> in the HTML ${large.length === 1 ? 'is' : 'are'} larger than ${limit}, the largest ${fileSizeText(largest)}.`,
      value: { large: large.length, largest, limit: max },
      evidence: tagsEvidence(large),
    };
  },
};
