import type { Check } from '../check.ts';
import { charset } from './charset.ts';
import { deprecatedHtml } from './deprecated-html.ts';
import { doctype } from './doctype.ts';
import { duplicateId } from './duplicate-id.ts';
import { favicon } from './favicon.ts';
import { iframes } from './iframes.ts';
import { imprintLink } from './imprint-link.ts';
import { plaintextEmail } from './plaintext-email.ts';
import { shopLinks } from './shop-links.ts';
import { socialLinks } from './social-links.ts';

/** Checks that fit no other category. */
export const miscellaneousChecks: readonly Check[] = [
  doctype,
  charset,
  favicon,
  deprecatedHtml,
  duplicateId,
  iframes,
  plaintextEmail,
  socialLinks,
  imprintLink,
  shopLinks,
];
