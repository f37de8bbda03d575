import type { Check } from '../check.ts';

/** Limits of Yellow Lab Tools; phpRank and SEOnaut also use the first. */
const many = 1_500;
const tooMany = 3_000;
/** Lighthouse's limit for nested elements. */
const deep = 32;

/** The page has no more elements than browsers lay out quickly. */
export const domSize: Check = {
  id: 'dom-size',
  category: 'performance',
  importance: 'low',
  title: 'The page has a moderate number of elements',
  advice:
    'Load long lists and menus in parts, and remove elements that only wrap others: each element costs time whenever the browser lays out the page.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  run: ({ page: { elements, depth } }) => {
    const value = { elements, depth };
    const found = `The page has ${elements} elements, nested up to ${depth} levels deep`;
    if (elements <= many && depth <= deep) {
      return { status: 'pass', summary: `${found}.`, value };
    }
    const limits = [
      ...(elements > many ? [`${many} elements`] : []),
      ...(depth > deep ? [`${deep} levels`] : []),
    ];
    return {
      status: elements > tooMany ? 'fail' : 'warn',
      summary: `${found}; up to ${limits.join(' and ')} are fine.`,
      value,
    };
  },
};
