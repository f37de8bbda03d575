import type { AriaFact, LandmarkFact, PageFacts, SourceTag } from '../page/page-facts.ts';
import { hiddenByClass } from './controls.ts';
import { memoize } from './memoize.ts';

/** Tags of what a style sheet shows on some screens, or a button opens. */
const forSomeScreens =
  /mobile|desktop|offcanvas|off-canvas|responsive|drawer|sticky|\saria-expanded\s*=\s*["']?false|(?<![\w-])collapse(?![\w-])/i;
/** Tags of parts of windows that a script opens, beside those that are in one. */
const ofWindow = /modal|popup|pop-up|overlay|lightbox|dialog|cookie|consent/i;
const idInTag = /\sid\s*=\s*["']?([^\s"'>]+)/i;

/** Words from the beginning of two landmarks that are compared. */
const maxCompared = 50;

/**
 * The landmarks of a kind that visitors may have on their screen: not those in windows that a script opens. An `<aside>`
 * in a section is one only with a name (https://www.w3.org/TR/html-aam-1.0/#el-aside).
 */
export function exposedLandmarksOf(
  page: PageFacts,
  kind: LandmarkFact['kind'],
): readonly LandmarkFact[] {
  return page.landmarks.filter(
    (landmark) =>
      landmark.kind === kind &&
      landmark.hidden === 'no' &&
      !landmark.inWindow &&
      !(kind === 'complementary' && landmark.inSection && landmarkName(landmark) === '') &&
      !hiddenByClass.test(landmark.html) &&
      !ofWindow.test(landmark.html),
  );
}

/**
 * The landmarks of a kind that visitors have on their screen together: without those that show the same text as another,
 * or are for some screens only, as a style sheet shows one of them at a time. Text that is not kept counts as the same
 * where it has as many words.
 */
export function shownLandmarksOf(
  page: PageFacts,
  kind: LandmarkFact['kind'],
): readonly LandmarkFact[] {
  const landmarks = exposedLandmarksOf(page, kind);
  if (landmarks.length < 2) return landmarks;
  const closed = inClosedPanels(page, landmarks);
  const shown = landmarks.filter(
    (landmark) => !forSomeScreens.test(landmark.html) && !closed.has(landmark),
  );
  const keyOf = (landmark: LandmarkFact) => `${landmark.words} ${landmarkName(landmark)}`;
  // Most differ without their texts, and splitting the page into words takes longer than all else.
  if (new Set(shown.map(keyOf)).size === shown.length) return shown;
  const byText = new Map<string, LandmarkFact>();
  for (const landmark of shown) {
    const key = `${keyOf(landmark)} ${landmarkWords(landmark, page).join(' ')}`;
    if (!byText.has(key)) byText.set(key, landmark);
  }
  return [...byText.values()];
}

/** The first words of a landmark, lower-case. */
export function landmarkWords(
  { wordsBefore, words }: LandmarkFact,
  page: PageFacts,
): readonly string[] {
  return wordsOf(page).slice(wordsBefore, wordsBefore + Math.min(words, maxCompared));
}

const wordsOf = memoize(
  ({ text }: PageFacts): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [],
);

/**
 * The landmarks of these, which are of one kind, that no name distinguishes: several without a name, then those with
 * the name of another. Having no name distinguishes one from the others.
 */
export function indistinctLandmarks(landmarks: readonly LandmarkFact[]): readonly LandmarkFact[] {
  const byName = new Map<string, LandmarkFact[]>([['', []]]);
  for (const landmark of landmarks) {
    const all = byName.get(landmarkName(landmark));
    if (all === undefined) byName.set(landmarkName(landmark), [landmark]);
    else all.push(landmark);
  }
  return [...byName.values()].flatMap((all) => (all.length > 1 ? all : []));
}

/** Lines between a button and the panel that it opens. */
const linesToPanel = 10;

/**
 * Landmarks that a button opens: `aria-controls` beside `aria-expanded="false"` names them, or it is of the nearest
 * element with ARIA before them, so that they are probably in its panel.
 */
function inClosedPanels(
  { aria }: PageFacts,
  landmarks: readonly LandmarkFact[],
): ReadonlySet<LandmarkFact> {
  const ids = new Set(aria.map(closedPanelOf));
  const found = new Set<LandmarkFact>();
  let next = 0;
  for (const landmark of landmarks) {
    while (isBefore(aria[next], landmark)) next++;
    const before = aria[next - 1];
    const isBeside = before !== undefined && landmark.line - before.line <= linesToPanel;
    const isClosed = isBeside && closedPanelOf(before) !== null;
    if (isClosed || ids.has(idInTag.exec(landmark.html)?.[1] ?? '')) found.add(landmark);
  }
  return found;
}

/** The id of the panel that a button has closed; `null` for other elements. */
function closedPanelOf({ names, values }: AriaFact): string | null {
  if (values[names.indexOf('aria-expanded')]?.trim() !== 'false') return null;
  return values[names.indexOf('aria-controls')]?.trim() || null;
}

function isBefore(a: SourceTag | undefined, b: SourceTag): boolean {
  if (a === undefined) return false;
  return a.line === b.line ? a.column < b.column : a.line < b.line;
}

/** The name of a landmark, or the ids of the elements that give it; `''` without one. */
export function landmarkName({ ariaLabel, ariaLabelledby, title }: LandmarkFact): string {
  const references = (ariaLabelledby ?? '').trim();
  if (references !== '') return `#${references}`;
  return (ariaLabel ?? '').trim().toLowerCase() || (title ?? '').trim().toLowerCase();
}
