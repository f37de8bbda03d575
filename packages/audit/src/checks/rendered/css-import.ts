import { countText } from '../../readings/count-text.ts';
import { shortUrl, urlEvidence } from '../../readings/evidence.ts';
import { renderedOf } from '../../readings/rendered-page.ts';
import type { Check } from '../check.ts';

/**
 * The HTML names all style sheets that the page waits for, so that they are received at the same time.
 *
 * @remarks We report style sheets that others import, if the page waits for them.
 */
export const cssImport: Check = {
  id: 'css-import',
  category: 'performance',
  importance: 'low',
  reads: 'browser',
  title: 'Style sheets are requested at the same time',
  advice:
    'Replace @import by a <link rel="stylesheet"> for each quoted file in the <head>, or put its content into the style sheet that loads it.',
  why: 'Visitors see an empty window until one style sheet after the other has been received.',
  source: 'https://developer.chrome.com/docs/performance/insights/network-dependency-tree',
  run: (facts) => {
    const rendered = renderedOf(facts);
    const imported = rendered?.importedStyles ?? [];
    const [first] = imported;
    if (first === undefined) {
      return rendered?.requests.some(({ type }) => type === 'stylesheet')
        ? { status: 'pass', summary: 'No style sheet makes the page wait for another one.' }
        : { status: 'na', summary: 'The page loads no style sheets.' };
    }
    const count = imported.length;
    return {
      status: 'warn',
      summary: `The page waits for ${countText(count)} style ${count === 1 ? 'sheet that is' : 'sheets that are'} loaded with @import, by ${shortUrl(first.importedBy)}${count === 1 ? '' : ' and others'}.`,
      value: { imported: count },
      evidence: imported.map(({ url }) => urlEvidence(url)),
    };
  },
};
