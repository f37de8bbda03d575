import type { AriaFact, LandmarkFact, PageFacts, SourceTag } from '../../../page/page-facts.ts';
import { hiddenByClass } from '../../../readings/controls.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** Several navigations have names of their own: a list of landmarks shows nothing else of them. */
export const navigationNames: Check = {
  id: 'navigation-names',
  category: 'accessibility',
  importance: 'info',
  family: 'landmarks',
  title: 'Several navigations have different names',
  advice:
    'Give each <nav> a short aria-label that says which one it is, without the word navigation: <nav aria-label="Main">, <nav aria-label="Breadcrumb">.',
  why: 'Screen readers list several menus under one name, so people have to try which one they need.',
  source: 'https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/navigation.html',
  run: ({ page }) => {
    const navigations = withoutCopies(page);
    if (navigations.length < 2) {
      const summary = `The page has ${navigations.length === 1 ? 'one navigation' : 'no navigation'} for assistive technology.`;
      return { status: 'na', summary };
    }
    const byName = new Map<string, LandmarkFact[]>();
    for (const navigation of navigations) {
      const name = nameOf(navigation);
      byName.set(name, [...(byName.get(name)?.slice(-maxKept) ?? []), navigation]);
    }
    const unnamed = navigations.filter((navigation) => nameOf(navigation) === '');
    const alike = [...byName].flatMap(([name, all]) => (name !== '' && all.length > 1 ? all : []));
    // Having no name distinguishes one from the others.
    const wrong = [...(unnamed.length > 1 ? unnamed : []), ...alike];
    const value = {
      navigations: navigations.length,
      unnamed: unnamed.length,
      alike: alike.length,
    };
    if (wrong.length === 0) {
      const summary = `Navigations that no name tells apart: 0 of ${navigations.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${wrong.length} of ${navigations.length} navigations have no name of their own.`,
      value,
      evidence: tagsEvidence(wrong),
    };
  },
};

function isNavigation({ kind, hidden, html }: LandmarkFact): boolean {
  return kind === 'navigation' && hidden === 'no' && !hiddenByClass.test(html);
}

/** Tags of menus that a style sheet shows on some screens, or a button opens. */
const forSomeScreens =
  /mobile|desktop|offcanvas|off-canvas|responsive|drawer|sticky|\saria-expanded\s*=\s*["']?false|(?<![\w-])collapse(?![\w-])/i;
const idInTag = /\sid\s*=\s*["']?([^\s"'>]+)/i;

/** Words from the beginning of two navigations that are compared. */
const maxCompared = 50;

/**
 * Without those that show the same text as another, or are for some screens only: a style sheet shows one of them at a
 * time. Text that is not kept counts as the same where it has as many words.
 */
function withoutCopies(page: PageFacts): readonly LandmarkFact[] {
  const navigations = page.landmarks.filter(isNavigation);
  if (navigations.length < 2) return navigations;
  const closed = inClosedPanels(page, navigations);
  const shown = navigations.filter(
    (navigation) => !forSomeScreens.test(navigation.html) && !closed.has(navigation),
  );
  const keyOf = (navigation: LandmarkFact) => `${navigation.words} ${nameOf(navigation)}`;
  // Most differ without their texts, and splitting the page into words takes longer than all else.
  if (new Set(shown.map(keyOf)).size === shown.length) return shown;
  const words = page.text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const byText = new Map<string, LandmarkFact>();
  for (const navigation of shown) {
    const from = navigation.wordsBefore;
    const text = words.slice(from, from + Math.min(navigation.words, maxCompared)).join(' ');
    const key = `${keyOf(navigation)} ${text.toLowerCase()}`;
    if (!byText.has(key)) byText.set(key, navigation);
  }
  return [...byText.values()];
}

/** Lines between a button and the panel that it opens. */
const linesToPanel = 10;

/**
 * Navigations that a button opens: `aria-controls` beside `aria-expanded="false"` names them, or it is of the nearest
 * element with ARIA before them, so that they are probably in its panel.
 */
function inClosedPanels(
  { aria }: PageFacts,
  navigations: readonly LandmarkFact[],
): ReadonlySet<LandmarkFact> {
  const ids = new Set(aria.map(closedPanelOf));
  const found = new Set<LandmarkFact>();
  let next = 0;
  for (const navigation of navigations) {
    while (isBefore(aria[next], navigation)) next++;
    const before = aria[next - 1];
    const isBeside = before !== undefined && navigation.line - before.line <= linesToPanel;
    const isClosed = isBeside && closedPanelOf(before) !== null;
    if (isClosed || ids.has(idInTag.exec(navigation.html)?.[1] ?? '')) found.add(navigation);
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

/** Navigations of one name that are kept to be quoted. */
const maxKept = 24;

/** The name, or the ids of the elements that give it. */
function nameOf({ ariaLabel, ariaLabelledby, title }: LandmarkFact): string {
  const references = (ariaLabelledby ?? '').trim();
  if (references !== '') return `#${references}`;
  return (ariaLabel ?? '').trim().toLowerCase() || (title ?? '').trim().toLowerCase();
}
