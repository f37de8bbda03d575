import type { Check } from '../../check.ts';
import { httpStatus } from './http-status.ts';
import { indexableHeader } from './indexable-header.ts';
import { indexableMeta } from './indexable-meta.ts';
import { indexableRobotsTxt } from './indexable-robots-txt.ts';
import { notFoundStatus } from './not-found-status.ts';

/** Whether search engines may fetch and list the page, and what its addresses answer. */
export const indexingChecks: readonly Check[] = [
  httpStatus,
  indexableMeta,
  indexableHeader,
  indexableRobotsTxt,
  notFoundStatus,
];
