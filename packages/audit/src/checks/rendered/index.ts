import type { Check } from '../check.ts';
import { contrast } from './contrast.ts';
import { cssImport } from './css-import.ts';
import { fileRedirects } from './file-redirects.ts';
import { focusVisible } from './focus-visible.ts';
import { imageDistorted } from './image-distorted.ts';
import { imageOversized } from './image-oversized.ts';
import { jsCanonical } from './js-canonical.ts';
import { jsHead } from './js-head.ts';
import { jsLinks } from './js-links.ts';
import { jsRobots } from './js-robots.ts';
import { largestImageFound } from './largest-image-found.ts';
import { legacyScripts } from './legacy-scripts.ts';
import { linkInText } from './link-in-text.ts';
import { permissionOnLoad } from './permission-on-load.ts';
import { phoneWidth } from './phone-width.ts';
import { scriptChain } from './script-chain.ts';
import { scriptDuplicates } from './script-duplicates.ts';
import { scriptErrors } from './script-errors.ts';
import { scrollableRegion } from './scrollable-region.ts';
import { targetSize } from './target-size.ts';
import { textSize } from './text-size.ts';
import { textZoom } from './text-zoom.ts';
import { unloadEvent } from './unload-event.ts';

/** What only a browser knows: what scripts change, colors, and the layout on a phone. */
export const renderedChecks: readonly Check[] = [
  jsRobots,
  jsCanonical,
  jsHead,
  jsLinks,
  contrast,
  linkInText,
  targetSize,
  scrollableRegion,
  focusVisible,
  phoneWidth,
  textSize,
  textZoom,
  largestImageFound,
  imageOversized,
  imageDistorted,
  cssImport,
  scriptChain,
  scriptDuplicates,
  legacyScripts,
  unloadEvent,
  permissionOnLoad,
  scriptErrors,
  fileRedirects,
];
