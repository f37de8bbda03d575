import { ariaRoles } from '../../../page/facts/aria-roles.ts';
import type { ImageFact, PageFacts, RoleFact } from '../../../page/page-facts.ts';
import { accessibleNameOf } from '../../../readings/accessible-name.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { memoize } from '../../../readings/memoize.ts';
import { isTrackingPixel } from '../../../readings/tracking-pixel.ts';
import type { Check } from '../../check.ts';

/**
 * Images have alternative text, and graphics of SVG with the role of an image a name. `alt=""` passes: it is correct
 * for decoration. Hidden images need none, and those without a source show nothing until a script completes them.
 *
 * @remarks That tracking pixels need none is ours.
 */
export const imageAlt: Check = {
  id: 'image-alt',
  category: 'accessibility',
  importance: 'medium',
  family: 'image-alt',
  title: 'Images have alternative text',
  advice:
    'Describe each image in its alt attribute, such as alt="A loaf of rye bread". Use an empty alt="" for images that are only decoration.',
  why: 'People who cannot see an image hear its description; if there is none, they hear a file name or nothing at all.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/23a2a8/',
  run: ({ page }) => {
    const images: (ImageFact | RoleFact)[] = page.images.filter(
      (image) =>
        image.hidden === 'no' &&
        !isTrackingPixel(image) &&
        (hasAlternative(image, page.labels) || hasSource(image)),
    );
    for (const role of page.roles) {
      if (role.hidden === 'no' && (role.kind === 'image' || isSeenSvg(role, page)))
        images.push(role);
    }
    const nameless = images.filter(
      (image) => !hasAlternative(image, page.labels) && !boundByScript.test(image.html),
    );
    const isDescribed =
      nameless.length > 0 && images.some((image) => accessibleNameOf(image, page.labels) !== '');
    const unnamed = isDescribed ? nameless.filter((image) => !isBlank(image)) : nameless;
    const outcome = faultsOutcome(images.length, unnamed, {
      none: 'The page has no visible images.',
      fault: 'Images without alternative text',
      summary: (count, all) =>
        `${count} of ${all} images ${count === 1 ? 'has' : 'have'} no alternative text.`,
      value: { images: images.length, without: unnamed.length },
      severity: 'by share',
    });
    if (!unnamed.some(isSvg)) return outcome;
    const advice = unnamed.every(isSvg) ? svgAdvice : `${imageAlt.advice} ${svgAdvice}`;
    return { ...outcome, advice };
  },
};

const svgAdvice =
  'Describe each <svg role="img"> in its aria-label, and hide one that is only decoration with aria-hidden="true".';

function isSvg(image: ImageFact | RoleFact): boolean {
  return 'kind' in image && image.kind === 'svg-image';
}

/**
 * Whether assistive technology sees an image of SVG: not in a button, which it reads as a whole, and not the `<symbol>`
 * that others show.
 */
function isSeenSvg({ kind, element, line, column }: RoleFact, page: PageFacts): boolean {
  return (
    kind === 'svg-image' && element !== 'symbol' && !insideWhole(page).has(`${line}:${column}`)
  );
}

/** The places of elements inside others that assistive technology reads as a whole. */
const insideWhole = memoize(
  (page: PageFacts): ReadonlySet<string> =>
    new Set(
      page.aria.flatMap(({ parent, line, column }) =>
        ariaRoles.get(parent)?.flat ? [`${line}:${column}`] : [],
      ),
    ),
);

/** Whether an image has a source, or the start of an alternative text. */
function hasSource(image: ImageFact): boolean {
  const { alt, src, srcset, inPicture, html } = image;
  if (alt !== null || inPicture || [src, srcset].some((url) => !nothing.test(url ?? '')))
    return true;
  return boundSource.test(html);
}

/** A source without an image. */
const nothing = /^\s{0,5}(?:#|about:blank)?\s{0,5}$/i;

/** A source that a framework or a script gives the image from its own attributes: `data-src`, `:src`. */
const boundSource = /\s[\w:.[-]{1,30}src(?:set)?\]?\s{0,5}=\s{0,5}["']?[^\s"'>]/i;

/** A name that Vue, Alpine, Angular or AngularJS fill in. */
const boundByScript =
  /\s(?::|v-bind:|x-bind:|ng-attr-|data-ng-attr-|\[(?:attr\.)?)(?:alt|aria-label|title)\]?\s*=/i;

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
