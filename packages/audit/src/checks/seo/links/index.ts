import type { Check } from '../../check.ts';
import { hiddenLinks } from './hidden-links.ts';
import { linkNofollowInternal } from './link-nofollow-internal.ts';
import { linkText } from './link-text.ts';
import { linksBookmark } from './links-bookmark.ts';
import { linksBroken } from './links-broken.ts';
import { linksBrokenExternal } from './links-broken-external.ts';
import { linksContact } from './links-contact.ts';
import { linksCount } from './links-count.ts';
import { linksCrawlable } from './links-crawlable.ts';
import { linksHttp } from './links-http.ts';
import { linksLocalhost } from './links-localhost.ts';
import { linksNone } from './links-none.ts';
import { linksRedirect } from './links-redirect.ts';

/** Links. */
export const linkChecks: readonly Check[] = [
  linksCrawlable,
  linksNone,
  linkText,
  linksLocalhost,
  linksBroken,
  linksBrokenExternal,
  linksRedirect,
  linksContact,
  linksHttp,
  linksCount,
  linkNofollowInternal,
  linksBookmark,
  hiddenLinks,
];
