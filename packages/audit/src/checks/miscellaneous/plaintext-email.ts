import type { AnchorFact, PageFacts } from '../../page/page-facts.ts';
import { addressesIn } from '../../readings/email-addresses.ts';
import { tagEvidence } from '../../readings/evidence.ts';
import { addNote, firstOf } from '../../readings/notes.ts';
import { percentDecoded } from '../../url/percent-decoded.ts';
import type { Check } from '../check.ts';

/** The number of addresses in the value at most. */
const maxListed = 25;
/** Links that are checked at most. */
const mostLinks = 500;
/** Characters of a link that are checked; it can contain several addresses. */
const longestLink = 500;
const mailto = /^\s*mailto:([^?]*)/i;

/**
 * Email addresses that spam bots can collect. Publishing one may be intended, so the check has no weight.
 */
export const plaintextEmail: Check = {
  id: 'plaintext-email',
  category: 'miscellaneous',
  importance: 'info',
  reads: 'source',
  title: 'Email addresses are hidden from spam bots',
  advice: 'Use a contact form, or assemble the address with a script, if spam is a problem.',
  why: 'Bots collect email addresses from pages, so the owner of this one may get more spam.',
  source: 'https://developers.cloudflare.com/waf/tools/scrape-shield/email-address-obfuscation/',
  run: ({ page, urls }) => {
    const written = urls.links.filter(
      ({ kind, tag }) => kind === 'other' && mailto.test(tag.href ?? ''),
    );
    const onCut = () => addNote(page, 'some email addresses of the page are not listed');
    const links = firstOf(page, written, mostLinks, 'mailto: links are read').flatMap(({ tag }) =>
      mailtoAddressesOf(tag, onCut).map((address) => ({ tag, address })),
    );
    const shown = addressesIn(page.text, onCut, unlessProtected(page));
    const found = [...links.map(({ address }) => address), ...shown];
    const addresses = [...new Set(found)];
    const value = addresses.slice(0, maxListed);
    if (addresses.length === 0) {
      return { status: 'pass', summary: 'No email address was found on the page.', value };
    }
    return {
      status: 'warn',
      summary: `${shown.length > 0 ? 'The page shows' : 'Links of the page contain'} ${addresses.length} email ${addresses.length === 1 ? 'address' : 'addresses'} that spam bots can collect.`,
      value,
      evidence: [...new Set(links.map(({ tag }) => tag))].map(tagEvidence),
    };
  },
};

/**
 * Whether no element starts or ends within an address: protections insert elements that style sheets hide, and
 * the text of two elements without a space between them is not an address.
 */
function unlessProtected({ textSeams }: PageFacts): (start: number, end: number) => boolean {
  const seams = new Set(textSeams);
  return (start, end) => {
    for (let at = start + 1; at < end; at++) if (seams.has(at)) return false;
    return true;
  };
}

/** The recipients of a `mailto:` link; links for sharing the page have none. */
function mailtoAddressesOf({ href }: AnchorFact, onCut: () => void): readonly string[] {
  const recipients = percentDecoded(mailto.exec(href ?? '')?.[1] ?? '');
  if (recipients.length > longestLink) onCut();
  return addressesIn(recipients.slice(0, longestLink), onCut);
}
