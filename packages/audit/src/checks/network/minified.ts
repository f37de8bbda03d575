import { checkOwnResources } from '../../probes/sampled-resources.ts';
import type { Check } from '../check.ts';

/**
 * @remarks That more than 10 % of white space shows a file which is not minified is ours: of common libraries, minified
 * files have 2 to 4 %, others 11 % and more.
 */
const most = 0.1;

/** The minimum saving in Lighthouse, in bytes. */
const worthwhileBytes = 2048;

/**
 * Scripts and style sheets contain little white space. Only a sample is requested, so the check has no
 * weight.
 */
export const minified: Check = {
  id: 'minified',
  category: 'performance',
  importance: 'info',
  title: 'Scripts and style sheets are minified',
  advice:
    'Minify scripts and style sheets in the build (esbuild, Terser, Lightning CSS), or enable it in the CMS or its cache plugin.',
  why: 'Spaces and comments that only developers need are sent to every visitor, so files take longer to load.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/unminified-javascript',
  samples: ['resources'],
  run: (facts) =>
    checkOwnResources(
      facts,
      ({ response: { spaces, bytes } }) =>
        spaces >= worthwhileBytes && spaces > bytes * most
          ? `${Math.round((100 * spaces) / bytes)} % white space`
          : null,
      { good: 'are minified', bad: 'could be minified' },
    ),
};
