import type { Check } from '../check.ts';
import { cacheHeaders } from './cache-headers.ts';
import { canonicalTarget } from './canonical-target.ts';
import { filesBlocked } from './files-blocked.ts';
import { filesBroken } from './files-broken.ts';
import { hreflangReturn } from './hreflang-return.ts';
import { httpToHttps } from './http-to-https.ts';
import { httpVersion } from './http-version.ts';
import { imagesBroken } from './images-broken.ts';
import { llmsTxt } from './llms-txt.ts';
import { minified } from './minified.ts';
import { ogImageFetch } from './og-image-fetch.ts';
import { pageWeight } from './page-weight.ts';
import { resourceCompression } from './resource-compression.ts';
import { securityTxt } from './security-txt.ts';
import { tls } from './tls.ts';
import { tlsCertificateDays } from './tls-certificate-days.ts';
import { wwwCanonicalHost } from './www-canonical-host.ts';

/** Checks of the additional requests of a report. */
export const networkChecks: readonly Check[] = [
  canonicalTarget,
  hreflangReturn,
  wwwCanonicalHost,
  imagesBroken,
  filesBroken,
  filesBlocked,
  ogImageFetch,
  llmsTxt,
  securityTxt,
  httpToHttps,
  tls,
  tlsCertificateDays,
  httpVersion,
  cacheHeaders,
  resourceCompression,
  minified,
  pageWeight,
];
