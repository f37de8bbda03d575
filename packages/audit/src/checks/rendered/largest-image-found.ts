import { scriptSignsOf } from '../../readings/app-shell.ts';
import { elementEvidence } from '../../readings/axe-outcome.ts';
import { isImageInSource, isPreloaded } from '../../readings/image-in-source.ts';
import { layoutOf, notMeasured } from '../../readings/layout-of.ts';
import { renderedOf, sourceFactsOf } from '../../readings/rendered-page.ts';
import type { Check } from '../check.ts';

/**
 * The largest image of the first screen is requested as soon as the HTML is read.
 *
 * @remarks That it could be requested first (fetchpriority) is part of the advice of lcp, where the image is late.
 * Backgrounds of style sheets are left out.
 */
export const largestImageFound: Check = {
  id: 'largest-image-found',
  category: 'performance',
  importance: 'low',
  reads: 'browser',
  family: 'speed',
  title: 'The largest image of the first screen is requested at once',
  advice:
    'Write the quoted image into the HTML of the server as an <img> with src and fetchpriority="high", and without loading="lazy".',
  why: 'The picture that visitors see first appears late, as the browser learns of it only after other work.',
  source: 'https://developer.chrome.com/docs/performance/insights/lcp-discovery',
  run: (facts) => {
    const [rendered, layout] = [renderedOf(facts), layoutOf(facts)];
    if (rendered === null || layout === null) return notMeasured;
    const { largestImage: image } = layout;
    if (image === null) {
      return { status: 'na', summary: 'The largest element of the first screen is not an <img>.' };
    }
    const evidence = [elementEvidence(image, null)];
    const source = sourceFactsOf(facts);
    const isNamed = isPreloaded(source, image.url);
    // Without an image of the HTML, it could not be found earlier either: `js-dependent` says so.
    if (!isNamed && scriptSignsOf(source.page).content !== null) {
      return { status: 'na', summary: 'Scripts add or show the content of the page.' };
    }
    if (image.isLazy && !isNamed) {
      return {
        status: 'warn',
        summary:
          'The largest image of the first screen has loading="lazy": it is requested only after the styles and the layout.',
        value: { url: image.url, cause: 'lazy' },
        evidence,
        advice:
          'Remove loading="lazy" from the quoted image, and add fetchpriority="high". Keep it for images further down.',
      };
    }
    const first = rendered.requests.find(({ url }) => url === withoutFragment(image.url));
    // A server may send another image each time, and the browser has loaded the page a second time.
    const isLate = first?.isFromParser === false && !isNamed;
    if (isLate && !isImageInSource(source, image.url, image.html)) {
      return {
        status: 'warn',
        summary:
          'The largest image of the first screen is not in the HTML of the server: a script requests it.',
        value: { url: image.url, cause: 'script' },
        evidence,
      };
    }
    return {
      status: 'pass',
      summary: 'The browser finds the largest image of the first screen without a script.',
      value: { url: image.url, cause: null },
      evidence,
    };
  },
};

const withoutFragment = (url: string) => url.replace(/#.*$/s, '');
