import type { Check } from '../../check.ts';
import { contentType } from './content-type.ts';
import { htmlSizeLimit } from './html-size-limit.ts';
import { httpStatus } from './http-status.ts';
import { indexableHeader } from './indexable-header.ts';
import { indexableMeta } from './indexable-meta.ts';
import { indexableRobotsTxt } from './indexable-robots-txt.ts';
import { noindexBlocked } from './noindex-blocked.ts';
import { notFoundStatus } from './not-found-status.ts';
import { pageServed } from './page-served.ts';
import { phonePage } from './phone-page.ts';
import { redirectType } from './redirect-type.ts';
import { redirects } from './redirects.ts';
import { robotsDirectiveConflict } from './robots-directive-conflict.ts';
import { robotsTxtContentType } from './robots-txt-content-type.ts';
import { robotsTxtFetch } from './robots-txt-fetch.ts';
import { robotsTxtValid } from './robots-txt-valid.ts';

/** Whether search engines may fetch and index the page, and how the server responds. */
export const indexingChecks: readonly Check[] = [
  pageServed,
  httpStatus,
  indexableMeta,
  indexableHeader,
  indexableRobotsTxt,
  robotsDirectiveConflict,
  noindexBlocked,
  robotsTxtFetch,
  robotsTxtContentType,
  robotsTxtValid,
  redirects,
  redirectType,
  contentType,
  htmlSizeLimit,
  notFoundStatus,
  phonePage,
];
