import { isBlockingStyleSheet } from '../../readings/blocking-style-sheets.ts';
import { tagEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/** @remarks The limit of 3 is ours: a style sheet of the site, of its fonts and of a component. */
const fine = 3;

/** Browsers show nothing until the style sheets in the head have loaded. */
export const cssRenderBlocking: Check<'max'> = {
  id: 'css-render-blocking',
  category: 'performance',
  importance: 'low',
  reads: 'source',
  title: 'Few style sheets delay the page',
  advice:
    'Combine the style sheets, and load those that the first screen does not need later or only for their medium: <link rel="stylesheet" media="print" href="print.css">.',
  why: 'Visitors see an empty window until the browser has loaded all of these files.',
  source: 'https://web.dev/articles/critical-rendering-path/render-blocking-css',
  options: {
    max: {
      default: fine,
      min: 0,
      max: 100,
      unit: 'style sheets',
      description: 'More style sheets that block the page are a warning.',
    },
  },
  run: ({ page }, { max }) => {
    const sheets = page.links.filter(isBlockingStyleSheet);
    const value = { blocking: sheets.length, limit: max };
    if (sheets.length <= max) {
      const summary = `Render-blocking style sheets in the <head>: ${sheets.length}; the limit of this report is ${max}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${sheets.length} style sheets in the <head> must load before browsers show the page; the limit of this report is ${max}.`,
      value,
      evidence: sheets.map(tagEvidence),
    };
  },
};
