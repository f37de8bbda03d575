import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { indistinctLandmarks, shownLandmarksOf } from '../../../readings/shown-landmarks.ts';
import type { Check } from '../../check.ts';

/**
 * Several sidebars, and several named sections, have different names, as `navigation-names` demands of navigations.
 *
 * @remarks That named sections are checked, too, is from the source's page about regions. Forms and searches are left
 * out: menus and windows often have a second one, which only a style sheet hides. So are those without text, which
 * scripts fill in.
 */
export const landmarkNames: Check = {
  id: 'landmark-names',
  category: 'accessibility',
  importance: 'info',
  family: 'landmarks',
  title: 'Several sidebars and named sections have different names',
  advice:
    'Give each quoted element an aria-label that says what is in it, such as <aside aria-label="Related articles">, or an aria-labelledby with the id of its heading.',
  why: 'Screen readers list such parts of a page by their names, so people cannot see which one has what they look for.',
  source: 'https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/complementary.html',
  run: ({ page }) => {
    const groups = kinds
      .map((kind) => shownLandmarksOf(page, kind).filter(({ words }) => words > 0))
      .filter(({ length }) => length > 1);
    const landmarks = groups.flat();
    const wrong = groups.flatMap(indistinctLandmarks);
    return faultsOutcome(landmarks.length, wrong, {
      none: 'The page has no several sidebars or named sections for assistive technology.',
      fault: 'Sidebars and named sections that no name distinguishes',
      summary: (count, all) =>
        `${count} of ${all} sidebars and named sections have the name of another, or none.`,
      value: { landmarks: landmarks.length, indistinct: wrong.length },
    });
  },
};

const kinds = ['complementary', 'region'] as const;
