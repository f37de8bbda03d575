import type { LandmarkFact } from '../../page-facts.ts';
import { byTag, knownTag } from '../../tokens/tags.ts';
import type { TagToken } from '../../tokens/token.ts';
import { isNamedByAttribute } from '../accessibility.ts';
import type { IndexedAttributes } from '../attributes.ts';
import type { Collected, ElementContext } from '../collected.ts';
import type { Mutable } from '../frame.ts';
import { accessible } from '../role-facts.ts';
import { removeLast, type StructureTracker } from './structure-tracker.ts';

const landmarkRoles = new Set(
  'banner complementary contentinfo form main navigation region search'.split(' '),
);

/** Roles of landmarks by tag. */
const landmarkKind = byTag<LandmarkFact['kind']>({
  aside: 'complementary',
  footer: 'contentinfo',
  form: 'form',
  header: 'banner',
  main: 'main',
  nav: 'navigation',
  search: 'search',
  section: 'region',
});
const sectioning = new Set(['article', 'aside', 'main', 'nav', 'section'].map(knownTag));
const sectioningRoles = new Set('article complementary main navigation region'.split(' '));

/** Collects landmarks and the number of words in them. */
interface Landmarks extends StructureTracker {
  /** The page is read: completes landmarks that are still open. */
  finish(): void;
}

/**
 * Creates the tracker.
 *
 * @param wordsSoFar - Number of words of the visible text so far.
 */
export function trackLandmarks(collected: Collected, wordsSoFar: () => number): Landmarks {
  const openLandmarks: Mutable<LandmarkFact>[] = [];
  let openSections = 0;

  const keepLandmark = (
    token: TagToken,
    role: string | null,
    context: ElementContext,
  ): Mutable<LandmarkFact> | null => {
    const kind = kindOf(token, role, context.indexed, openSections > 0);
    if (kind === null) return null;
    const base = accessible(token, context);
    const wordsBefore = wordsSoFar();
    const fact = { element: token.tag.name, kind, wordsBefore, words: 0, ...base };
    return context.keep(collected.landmarks, fact) ? fact : null;
  };
  const countWords = (landmark: Mutable<LandmarkFact>): void => {
    landmark.words = wordsSoFar() - landmark.wordsBefore;
  };
  return {
    element: (token, frame, role, context) => {
      frame.landmark = keepLandmark(token, role, context);
      frame.sections = role === null ? sectioning.has(token.tag) : sectioningRoles.has(role);
    },
    opened: ({ sections, landmark }) => {
      if (sections) openSections++;
      if (landmark !== null) openLandmarks.push(landmark);
    },
    closed: ({ sections, landmark }) => {
      if (sections) openSections--;
      if (landmark === null) return;
      countWords(landmark);
      removeLast(openLandmarks, landmark);
    },
    finish: () => openLandmarks.forEach(countWords),
  };
}

/** The kind of landmark that an element is; `null` if it is none. */
function kindOf(
  token: TagToken,
  role: string | null,
  indexed: IndexedAttributes,
  inSection: boolean,
): LandmarkFact['kind'] | null {
  const { tag } = token;
  if (role !== null && !landmarkRoles.has(role)) return null;
  const kind = (role as LandmarkFact['kind'] | null) ?? landmarkKind(tag) ?? null;
  if (kind === 'region' || kind === 'form') {
    return isNamedByAttribute(token, indexed) ? kind : null;
  }
  const belongsToPage = kind === 'banner' || kind === 'contentinfo';
  return belongsToPage && role === null && inSection ? null : kind;
}
