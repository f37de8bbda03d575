import type { Check } from '../check.ts';

/** @remarks From 800 elements in the body on, Lighthouse warns, and from 1,400 on it reports an error. */
const many = 800;
const tooMany = 1_400;
/** @remarks The limit of 32 levels is ours. */
const deep = 32;

/** The elements html, head and body, which browsers add where their tags are missing. */
const outsideBody = 3;

/** The page has no more elements than browsers lay out quickly. */
export const domSize: Check<'max' | 'fail' | 'depth'> = {
  id: 'dom-size',
  category: 'performance',
  importance: 'low',
  title: 'The page has a moderate number of elements',
  advice:
    'Load long lists and menus in parts, and remove elements that only wrap others: each element costs time whenever the browser lays out the page.',
  why: 'Very many elements can make the page react slowly to scrolling and clicks, above all on cheap phones.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  options: {
    max: {
      default: many,
      min: 100,
      max: 100000,
      unit: 'elements',
      description: 'More elements in the body are a warning.',
    },
    fail: {
      default: tooMany,
      min: 100,
      max: 100000,
      unit: 'elements',
      description: 'More elements in the body are a failure.',
    },
    depth: {
      default: deep,
      min: 5,
      max: 1000,
      unit: 'levels',
      description:
        'Elements that are nested deeper are a warning. The default is a limit of our own.',
    },
  },
  run: ({ page }, { max, fail, depth: deepest }) => {
    const { depth } = page;
    // Every document has the elements html, head and body.
    const elements = Math.max(0, page.elements - page.headElements - outsideBody);
    const value = { elements, depth };
    const found = `The body of the page has ${elements} elements, nested up to ${depth} levels deep`;
    if (elements <= max && elements <= fail && depth <= deepest) {
      return { status: 'pass', summary: `${found}.`, value };
    }
    const limits = [
      ...(elements > Math.min(max, fail) ? [`more than ${max} elements`] : []),
      ...(depth > deepest ? [`more than ${deepest} levels`] : []),
    ];
    return {
      status: elements > fail ? 'fail' : 'warn',
      summary: `${found}; ${limits.join(' and ')} can slow the page down.`,
      value,
    };
  },
};
