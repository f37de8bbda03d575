import { google, known, type SourceClaims } from './source-claim.ts';

const understanding = (criterion: string) =>
  `https://www.w3.org/WAI/WCAG22/Understanding/${criterion}.html`;
const scripts = google('crawling-indexing/javascript/javascript-seo-basics');

/** Of checks that need a browser. */
export const renderedClaims: SourceClaims = {
  'js-robots': known(
    google('crawling-indexing/javascript/javascript-seo-basics#use-meta-robots-tags-carefully'),
    'Where the HTML has a noindex, Google may not run the scripts of the page, so that they cannot remove it.',
    'That a noindex that scripts add is a failure, too, is ours.',
  ),
  'js-canonical': known(
    google('crawling-indexing/consolidate-duplicate-urls#rel-canonical-link-method'),
    'The canonical link belongs into the HTML; scripts should not change it to another one.',
  ),
  'js-head': known(
    scripts,
    'Google runs scripts that set titles and descriptions; not all crawlers do.',
    'Which parts of the head count is ours.',
  ),
  'js-links': known(
    google('crawling-indexing/links-crawlable'),
    'Google follows links that are <a> elements with an href, also those that scripts add.',
    'The share of 50 percent is ours.',
  ),
  contrast: known(
    understanding('contrast-minimum'),
    'Text has a contrast of at least 4.5:1, or 3:1 if it is large.',
  ),
  'link-in-text': known(
    understanding('use-of-color'),
    'Color is not the only means by which something is distinguished; for links, a contrast of 3:1 to the text around is accepted.',
  ),
  'target-size': known(
    understanding('target-size-minimum'),
    'Targets are at least 24 by 24 CSS pixels, except those with enough space around and those in a text.',
  ),
  'scrollable-region': known(
    understanding('keyboard'),
    'Everything can be operated with a keyboard, which includes scrolling.',
    'Which areas scroll is decided by axe-core.',
  ),
  'focus-visible': known(
    understanding('focus-visible'),
    'Who uses the keyboard sees where the focus is.',
    'As in the ACT rule oj04fd, it is enough that a pixel changes. We press Tab up to 40 times, and decide on links and buttons on the screen.',
  ),
  'phone-width': known(
    understanding('reflow'),
    'Content can be read without scrolling in two dimensions at a width of 320 CSS pixels.',
    'We measure the width of a phone, 412 pixels.',
  ),
  'text-size': known(
    'https://developer.chrome.com/docs/lighthouse/seo/font-size',
    'A page fails if less than 60 % of its text is at least 12 pixels high.',
    'Our share of 40 % counts characters.',
  ),
  'text-zoom': known(
    understanding('resize-text'),
    'Text can be enlarged to 200 percent without loss of content.',
    'The screens are those of the ACT rule 59br37. We report text that is whole without zoom and partly seen with it, unless it can be opened, leads to its whole text, fades out, scrolls, moves or ends with an ellipsis.',
  ),
  'largest-image-found': known(
    'https://developer.chrome.com/docs/performance/insights/lcp-discovery',
    'The image of the largest paint is requested by the parser or by a preload, is not lazy, and has fetchpriority="high".',
    'The priority is part of the advice of lcp, where the image is late. Backgrounds of style sheets are left out.',
  ),
  'image-oversized': known(
    'https://developer.chrome.com/docs/performance/insights/image-delivery',
    'Images that have more pixels than are shown waste bytes: 4 KiB of an image are tolerated, or 12 KiB if it has several sizes.',
    'We tolerate 12 KiB of every image, and less than twice the pixels of the screen. A file is taken as evenly heavy, as Lighthouse takes it.',
  ),
  'image-distorted': known(
    'https://developer.chrome.com/docs/lighthouse/best-practices/image-aspect-ratio',
    'The proportions at which an image is shown are those of its file, within two pixels; drawings and images with object-fit are left out.',
    'We tolerate five percent, and leave out what is smaller than 50 pixels or marked as decoration.',
  ),
  'css-import': known(
    'https://developer.chrome.com/docs/performance/insights/network-dependency-tree',
    'Files that the first view needs, and that the browser finds only in others, are received one after the other.',
    'We report style sheets that others import, if the page waits for them.',
  ),
  'script-duplicates': known(
    'https://developer.chrome.com/docs/performance/insights/duplicated-javascript',
    'Modules that are in several bundles are received several times.',
    'Lighthouse needs source maps for this. We compare whole files, of at least 1,000 characters, and the versions of libraries that URLs name.',
  ),
  'legacy-scripts': known(
    'https://developer.chrome.com/docs/performance/insights/legacy-javascript',
    'Scripts have no more than 5 KiB of polyfills for features that Baseline calls widely available.',
    'We count polyfills of core-js in files of the site, at least 10 in one of them, and only those that core-js does not need to correct in browsers of 2022. What babel transforms is left out.',
  ),
  'script-chain': known(
    'https://developer.chrome.com/docs/performance/insights/network-dependency-tree',
    'Files that the page needs, and that the browser finds only in others, are received one after the other.',
    'We report modules of the site that only the imports of two others name, without a preload. Those that start with import(), async or a script are left out.',
  ),
  'unload-event': known(
    'https://web.dev/articles/bfcache',
    'A page that listens to unload is not kept in the back/forward cache of desktop browsers; pagehide does not prevent it.',
    'Cache-Control: no-store, which some browsers accept by now, is left out.',
  ),
  'permission-on-load': known(
    'https://developer.chrome.com/docs/lighthouse/best-practices/geolocation-on-start',
    'Visitors mistrust pages that ask for their location, or for notifications, while they load.',
  ),
  'script-errors': known(
    'https://developer.chrome.com/docs/lighthouse/best-practices/errors-in-console',
    'Errors in the console of the browser show problems that are not solved.',
    'We count errors that scripts do not catch, and no failed requests.',
  ),
  'file-redirects': known(
    'https://developer.chrome.com/docs/lighthouse/performance/redirects',
    'Redirects slow down loading, also those of files.',
  ),
  lcp: known(
    'https://web.dev/articles/lcp',
    'A largest contentful paint of up to 2.5 seconds is good, over 4 seconds is poor.',
    'These limits are for real visitors. We apply them to a phone with a slow connection, as Lighthouse does.',
  ),
  cls: known(
    'https://web.dev/articles/cls',
    'A cumulative layout shift of up to 0.1 is good, over 0.25 is poor.',
    'We measure it while the page loads, and do not scroll.',
  ),
  tbt: known(
    'https://developer.chrome.com/docs/lighthouse/performance/lighthouse-total-blocking-time',
    'On a phone, a total blocking time of up to 200 milliseconds is good, over 600 is poor.',
  ),
  'unused-preload': known(
    'https://web.dev/articles/preload-critical-assets',
    'Chrome warns of a preloaded file that is not used within three seconds after the page is loaded.',
  ),
};
