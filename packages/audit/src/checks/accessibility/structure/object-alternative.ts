import { roleOf } from '../../../page/facts/roles.ts';
import type { MediaFact } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/**
 * Images, sounds and videos in `<object>` and `<embed>` have a name. What is inside an `<object>` is shown only
 * if its file cannot be. SVG is left out: its own text is read out.
 *
 * @remarks That embed elements are checked, too, is ours.
 */
export const objectAlternative: Check = {
  id: 'object-alternative',
  category: 'accessibility',
  importance: 'low',
  title: 'Embedded objects have a text alternative',
  advice:
    'Describe the image, sound or video in an aria-label or title of the <object> or <embed>, or use <img alt="…">, <audio> and <video> instead.',
  why: 'People who cannot see or hear the content learn nothing about it.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/8fc3b6/',
  run: ({ page }) => {
    const objects = page.media.filter(isApplicable);
    const unnamed = objects.filter((object) => accessibleNameOf(object, page.labels) === '');
    return faultsOutcome(objects.length, unnamed, {
      none: 'The page has no image, sound or video in an <object>.',
      fault: 'Embedded objects without a text alternative',
      summary: (count, all) =>
        `${count} of ${all} embedded objects ${count === 1 ? 'has' : 'have'} no text alternative.`,
      value: { objects: objects.length, without: unnamed.length },
      severity: 'by share',
    });
  },
};

function isApplicable({ element, role, hidden, type, src }: MediaFact): boolean {
  if ((element !== 'object' && element !== 'embed') || hidden !== 'no' || !src?.trim())
    return false;
  if (roleOf(role) !== null) return false;
  const stated = type?.trim().toLowerCase() ?? '';
  return stated === '' ? file.test(src) : /^(?:image\/(?!svg)|audio\/|video\/)/.test(stated);
}

/** Endings of image, audio and video files. */
const file =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|mp3|ogg|oga|opus|wav|m4a|aac|flac|mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i;
