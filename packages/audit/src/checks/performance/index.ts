import type { Check } from '../check.ts';
import { compression } from './compression.ts';
import { coreWebVitals } from './core-web-vitals.ts';
import { cssRenderBlocking } from './css-render-blocking.ts';
import { documentWrite } from './document-write.ts';
import { domSize } from './dom-size.ts';
import { fontDisplay } from './font-display.ts';
import { fontPreconnect } from './font-preconnect.ts';
import { htmlSize } from './html-size.ts';
import { inlineCss } from './inline-css.ts';
import { inlineSvg } from './inline-svg.ts';
import { jsRenderBlocking } from './js-render-blocking.ts';
import { lcpImageLazy } from './lcp-image-lazy.ts';
import { requestCount } from './request-count.ts';
import { resourceHints } from './resource-hints.ts';
import { thirdPartyHosts } from './third-party-hosts.ts';
import { ttfb } from './ttfb.ts';

/** How much there is to load, and how it is served. */
export const performanceChecks: readonly Check[] = [
  compression,
  ttfb,
  htmlSize,
  inlineSvg,
  domSize,
  requestCount,
  thirdPartyHosts,
  jsRenderBlocking,
  cssRenderBlocking,
  documentWrite,
  inlineCss,
  fontDisplay,
  fontPreconnect,
  resourceHints,
  lcpImageLazy,
  coreWebVitals,
];
