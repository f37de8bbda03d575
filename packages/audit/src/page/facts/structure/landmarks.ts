import type { LandmarkFact } from '../../page-facts.ts';
import { byTag, knownTag } from '../../tokens/tags.ts';
import { attributeOf, type TagToken } from '../../tokens/token.ts';
import { isNamedByAttribute } from '../accessibility.ts';
import type { IndexedAttributes } from '../attributes.ts';
import type { Collected, ElementContext } from '../collected.ts';
import type { Frame, Mutable } from '../frame.ts';
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
const main = knownTag('main');
const sectioning = new Set(['article', 'aside', 'nav', 'section'].map(knownTag));
const sectioningRoles = new Set('article complementary navigation region'.split(' '));
const dialog = knownTag('dialog');
const div = knownTag('div');

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
  const open = { main: 0, section: 0, dialog: 0 };

  const keepLandmark = (
    token: TagToken,
    role: string | null,
    context: ElementContext,
  ): Mutable<LandmarkFact> | null => {
    const kind = kindOf(token, role, context.indexed, open.main + open.section > 0);
    if (kind === null) return null;
    const base = accessible(token, context);
    const fact = {
      element: token.tag.name,
      kind,
      around: openLandmarks.at(-1)?.kind ?? null,
      inSection: open.section > 0,
      inWindow: open.dialog > 0,
      wordsBefore: wordsSoFar(),
      words: 0,
      ...base,
    };
    return context.keep(collected.landmarks, fact) ? fact : null;
  };
  const countWords = (landmark: Mutable<LandmarkFact>): void => {
    landmark.words = wordsSoFar() - landmark.wordsBefore;
  };
  return {
    element: (token, frame, role, context) => {
      frame.landmark = keepLandmark(token, role, context);
      frame.sections = sectionsOf(token, role);
      frame.isWindow = isWindow(token, role);
    },
    opened: ({ sections, isWindow, landmark }) => {
      if (sections !== null) open[sections]++;
      if (isWindow) open.dialog++;
      if (landmark !== null) openLandmarks.push(landmark);
    },
    closed: ({ sections, isWindow, landmark }) => {
      if (sections !== null) open[sections]--;
      if (isWindow) open.dialog--;
      if (landmark === null) return;
      countWords(landmark);
      removeLast(openLandmarks, landmark);
    },
    finish: () => openLandmarks.forEach(countWords),
  };
}

const dialogRoles = new Set(['alertdialog', 'dialog']);

function isWindow(token: TagToken, role: string | null): boolean {
  const isDialog = role === null ? token.tag === dialog : dialogRoles.has(role);
  return isDialog || hasClassOfWindow(token);
}

const classOfWindow =
  /(?:^|[\s_-])(?:dialog|drawer|lightbox|modal|off-?canvas|overlay|popup)(?:[\s_-]|$)/i;

/** Whether an element is a `<div>` with a class that names a window, which a script opens. */
export function hasClassOfWindow(token: TagToken): boolean {
  return token.tag === div && classOfWindow.test(attributeOf(token, 'class') ?? '');
}

/** What a `<header>` or `<footer>` in an element belongs to; `null` where that is the page. */
function sectionsOf({ tag }: TagToken, role: string | null): Frame['sections'] {
  if (role === 'main' || (role === null && tag === main)) return 'main';
  const isSection = role === null ? sectioning.has(tag) : sectioningRoles.has(role);
  return isSection ? 'section' : null;
}

/** The kind of landmark that an element is; `null` if it is not one. */
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
