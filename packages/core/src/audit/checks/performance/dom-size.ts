import type { Check } from '../check.ts';

/** Elements of a page, by which Yellow Lab Tools grades it; phpRank and SEOnaut warn at the first, too. */
const many = 1_500;
const tooMany = 3_000;
/** Elements inside one another: Lighthouse's limit. */
const deep = 32;

/** The page is made of no more elements than browsers lay out quickly. */
export const domSize: Check = {
  id: 'dom-size',
  category: 'performance',
  importance: 'low',
  title: 'The page is made of a moderate number of elements',
  advice:
    'Show long lists and menus in parts, and leave out elements that only wrap others: each one costs time whenever the page is laid out.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  run: ({ page: { elements, depth } }) => {
    const value = { elements, depth };
    const found = `The page has ${elements} elements, at most ${depth} inside one another`;
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
