import { tagsEvidence } from '../../../readings/evidence.ts';
import {
  indistinctLandmarks,
  landmarkName,
  shownLandmarksOf,
} from '../../../readings/shown-landmarks.ts';
import type { Check } from '../../check.ts';

/**
 * Several navigations have their own names: a list of landmarks shows nothing else of them.
 *
 * @remarks That having no label distinguishes one navigation from the others is ours.
 */
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
    const navigations = shownLandmarksOf(page, 'navigation');
    if (navigations.length < 2) {
      const summary = `The page has ${navigations.length === 1 ? 'one navigation' : 'no navigation'} for assistive technology.`;
      return { status: 'na', summary };
    }
    const wrong = indistinctLandmarks(navigations);
    const value = {
      navigations: navigations.length,
      unnamed: navigations.filter((navigation) => landmarkName(navigation) === '').length,
      alike: wrong.filter((navigation) => landmarkName(navigation) !== '').length,
    };
    if (wrong.length === 0) {
      const summary = `Navigations that no name distinguishes: 0 of ${navigations.length}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${wrong.length} of ${navigations.length} navigations do not have their own name.`,
      value,
      evidence: tagsEvidence(wrong),
    };
  },
};
