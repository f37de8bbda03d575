import type { Check } from '../check.ts';

/** Limits of Yellow Lab Tools; phpRank and SEOnaut also use the first. */
const many = 1_500;
const tooMany = 3_000;
/** Lighthouse's limit for nested elements. */
const deep = 32;

/** The page has no more elements than browsers lay out quickly. */
export const domSize: Check<'max' | 'fail' | 'depth'> = {
  id: 'dom-size',
  category: 'performance',
  importance: 'low',
  title: 'The page has a moderate number of elements',
  advice:
    'Load long lists and menus in parts, and remove elements that only wrap others: each element costs time whenever the browser lays out the page.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  options: {
    max: {
      default: many,
      min: 100,
      max: 100000,
      unit: 'elements',
      description: 'More elements are a warning.',
    },
    fail: {
      default: tooMany,
      min: 100,
      max: 100000,
      unit: 'elements',
      description: 'More elements are a failure.',
    },
    depth: {
      default: deep,
      min: 5,
      max: 1000,
      unit: 'levels',
      description: 'Elements that are nested deeper are a warning.',
    },
  },
  run: ({ page: { elements, depth } }, { max, fail, depth: deepest }) => {
    const value = { elements, depth };
    const found = `The page has ${elements} elements, nested up to ${depth} levels deep`;
    if (elements <= max && elements <= fail && depth <= deepest) {
      return { status: 'pass', summary: `${found}.`, value };
    }
    const limits = [
      ...(elements > Math.min(max, fail) ? [`${max} elements`] : []),
      ...(depth > deepest ? [`${deepest} levels`] : []),
    ];
    return {
      status: elements > fail ? 'fail' : 'warn',
      summary: `${found}; up to ${limits.join(' and ')} are fine.`,
      value,
    };
  },
};
