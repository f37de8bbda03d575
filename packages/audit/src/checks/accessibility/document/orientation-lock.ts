import type { Check } from '../../check.ts';

/**
 * No style sheet in the page turns it by 90 degrees in one orientation of the screen.
 *
 * @remarks Only rules for html and body in style elements are read: others may turn an icon.
 */
export const orientationLock: Check = {
  id: 'orientation-lock',
  category: 'accessibility',
  importance: 'low',
  title: 'The page can be read with the screen upright and on its side',
  advice:
    'Remove the rotation by 90 degrees of html or body from the @media (orientation: …) rule of the <style> element, and arrange the content for both orientations.',
  why: 'People whose phone is fixed to a wheelchair or a bed cannot turn it, so they get the page lying on its side.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/b33eff/',
  run: ({ page: { styleMarks } }) => {
    if (!styleMarks.includes('orientation-turn')) {
      const summary = 'No <style> element rotates the page in one orientation of the screen.';
      return { status: 'na', summary };
    }
    if (!styleMarks.includes('orientation-lock')) {
      const summary = 'The page is the right way up in both orientations of the screen.';
      return { status: 'pass', summary };
    }
    return {
      status: 'fail',
      summary:
        'A <style> element turns the whole page by 90 degrees in one orientation of the screen.',
    };
  },
};
