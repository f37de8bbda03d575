import type { AnchorFact } from '../../page/page-facts.ts';
import type { Check } from '../check.ts';
import { tagEvidence } from '../evidence.ts';
import { addressesIn } from './email-addresses.ts';

/** Addresses that are told. */
const mostTold = 25;
/** Links that are looked at. */
const mostLinks = 500;
/** Characters of one link that are looked at: it can name several addresses. */
const longestLink = 500;
const mailto = /^\s*mailto:([^?]*)/i;

/** Addresses that programs can gather. Publishing one may well be meant: it is a hint and no more. */
export const plaintextEmail: Check = {
  id: 'plaintext-email',
  category: 'miscellaneous',
  importance: 'info',
  title: 'No email address can be harvested',
  advice:
    'Where spam is a nuisance, offer a contact form, or have a script put the address together.',
  source: 'https://developers.cloudflare.com/waf/tools/scrape-shield/email-address-obfuscation/',
  run: ({ page, urls }) => {
    const written = urls.links.filter(
      ({ kind, tag }) => kind === 'other' && mailto.test(tag.href ?? ''),
    );
    const links = written
      .slice(0, mostLinks)
      .flatMap(({ tag }) => mailtoAddressesOf(tag).map((address) => ({ tag, address })));
    const found = [...links.map(({ address }) => address), ...addressesIn(page.text)];
    const addresses = [...new Set(found)];
    const value = addresses.slice(0, mostTold);
    if (addresses.length === 0) {
      return { status: 'pass', summary: 'The page shows no email address.', value };
    }
    return {
      status: 'warn',
      summary: `The page shows ${addresses.length} email ${addresses.length === 1 ? 'address' : 'addresses'} that programs can gather.`,
      value,
      evidence: [...new Set(links.map(({ tag }) => tag))].map(tagEvidence),
    };
  },
};

/** Whom a `mailto:` link writes to: nobody, where it is for sharing the page. */
function mailtoAddressesOf({ href }: AnchorFact): readonly string[] {
  const written = mailto.exec(href ?? '')?.[1];
  return written ? addressesIn(decoded(written).slice(0, longestLink)) : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
