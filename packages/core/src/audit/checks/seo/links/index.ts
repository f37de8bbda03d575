import type { Check } from '../../check.ts';
import { iframeName } from './iframe-name.ts';
import { linkName } from './link-name.ts';
import { linkNofollowInternal } from './link-nofollow-internal.ts';
import { linkText } from './link-text.ts';
import { linksBookmark } from './links-bookmark.ts';
import { linksBroken } from './links-broken.ts';
import { linksCount } from './links-count.ts';
import { linksCrawlable } from './links-crawlable.ts';
import { linksLocalhost } from './links-localhost.ts';
import { linksNone } from './links-none.ts';

/** Links and frames. */
export const linkChecks: readonly Check[] = [
  linksCrawlable,
  linksNone,
  linkText,
  linkName,
  linksLocalhost,
  linksBroken,
  linksCount,
  linkNofollowInternal,
  linksBookmark,
  iframeName,
];
