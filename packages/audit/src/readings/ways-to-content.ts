import type { LandmarkFact, PageFacts, SourceTag, TargetFact } from '../page/page-facts.ts';
import { hasScripts } from './aria/aria-elements.ts';
import { headingsOf } from './heading-list.ts';
import { memoize } from './memoize.ts';

/** From this number, words before any link or menu are content: nothing has to be skipped to get to it. */
const leadingWords = 15;

/** Landmarks that pages of a site repeat. */
const repeated = new Set<LandmarkFact['kind']>([
  'banner',
  'complementary',
  'contentinfo',
  'navigation',
  'search',
]);

/** The ways from the top of a page to its content for people who do not use a mouse. */
export interface WaysToContent {
  /** Main landmarks that are not hidden. */
  readonly mains: readonly LandmarkFact[];
  /** Number of named sections that are landmarks. */
  readonly regions: number;
  /** Number of headings. */
  readonly headings: number;
  /** Targets of links within the page, in its content. */
  readonly targets: readonly TargetFact[];
  /** Why no way is needed, as a sentence; `null` where one is. */
  readonly none: string | null;
}

/** Finds the ways to the content of a page. */
export const waysToContentOf = memoize((page: PageFacts): WaysToContent => {
  const shown = page.landmarks.filter(({ hidden }) => hidden === 'no');
  const menus = shown.filter(({ kind }) => repeated.has(kind));
  const isInMenu = placesIn(menus);
  const isScripted = hasScripts(page);
  return {
    mains: shown.filter(({ kind }) => kind === 'main'),
    regions: shown.filter(({ kind }) => kind === 'region').length,
    headings: headingsOf(page).filter(({ announced, name }) => announced && name !== '').length,
    targets: page.targets.filter(
      (target) =>
        target.hidden !== 'all' &&
        // A script may show the link.
        (target.reachable || isScripted) &&
        target.wordsBefore < page.words &&
        !isInMenu(target),
    ),
    none: whyNone(page, menus),
  };
});

/** Attributes of controls that show and hide something. */
const toggle = /\s(?:onclick|aria-expanded|aria-controls)\s*=|^<summary[\s>]/i;

/** Whether a page has a control that may collapse a part of it. */
export function hasToggle({ controls, anchors }: PageFacts): boolean {
  const isToggle = ({ html }: SourceTag) => toggle.test(html);
  return controls.some(isToggle) || anchors.some(isToggle);
}

function whyNone(page: PageFacts, menus: readonly LandmarkFact[]): string | null {
  const [first] = menus;
  if (page.wordsBeforeLink === null && first === undefined) {
    return 'The page has no links or menus to skip.';
  }
  const lead = Math.min(page.wordsBeforeLink ?? Infinity, first?.wordsBefore ?? Infinity);
  if (lead >= leadingWords) return 'The content comes before any link or menu.';
  if (page.wordsInCustomElements * 2 > page.words) {
    return 'Most of the content is in custom elements, which scripts complete.';
  }
  return null;
}

/** Whether an element, with the words before it, is in one of the landmarks, which are in source order. */
function placesIn(landmarks: readonly LandmarkFact[]): (target: TargetFact) => boolean {
  // Landmarks nest: those that overlap are joined, so that one search finds the only candidate.
  const joined: { readonly start: LandmarkFact; to: number }[] = [];
  for (const start of landmarks) {
    const to = start.wordsBefore + start.words;
    const last = joined.at(-1);
    if (last !== undefined && start.wordsBefore < last.to) last.to = Math.max(last.to, to);
    else if (start.words > 0) joined.push({ start, to });
  }
  return (target) => {
    let low = 0;
    let high = joined.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((joined[middle]?.to ?? 0) <= target.wordsBefore) low = middle + 1;
      else high = middle;
    }
    const found = joined[low]?.start;
    // An element that has a menu in it, or right after it, begins before the menu.
    return found !== undefined && !isBefore(target, found);
  };
}

function isBefore(a: SourceTag, b: SourceTag): boolean {
  return a.line === b.line ? a.column < b.column : a.line < b.line;
}
