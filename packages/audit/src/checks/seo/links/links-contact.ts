import type { AnchorFact } from '../../../page/page-facts.ts';
import { namesText } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { isHttpAddress } from '../../../readings/http-address.ts';
import { percentDecoded } from '../../../url/percent-decoded.ts';
import type { Check } from '../../check.ts';

/**
 * Links to phone numbers and email addresses open the phone or the mail program. Only what none of them can use is
 * a finding: numbers without a country code, numbers in letters and `mailto:?subject=…`, which lets visitors choose
 * the address, work. Addresses that are hidden from spam bots on purpose pass, too.
 *
 * @remarks Which numbers and addresses cannot work is from RFC 3966 and RFC 6068.
 */
export const linksContact: Check = {
  id: 'links-contact',
  category: 'seo',
  importance: 'medium',
  family: 'link-targets',
  title: 'Links to phone numbers and email addresses work',
  advice:
    'Write the quoted links as href="tel:+4930123456" and href="mailto:info@example.com", with tel: or mailto: once and without http://.',
  why: 'People who tap such a link to call or write get an error or an address that does not work.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/a#linking_to_an_email_address',
  run: ({ urls }) => {
    const links: Contact[] = [];
    for (const { tag } of urls.links) {
      const contact = contactOf(tag);
      if (contact !== null) links.push(contact);
    }
    const broken = links.filter(({ fault }) => fault !== null);
    const faults = [...new Set(broken.map(({ fault }) => fault))].filter((fault) => fault !== null);
    return faultsOutcome(links.length, broken, {
      none: 'The page has no links to phone numbers or email addresses.',
      fault: 'Links to phone numbers and email addresses that cannot work',
      summary: (count, all) =>
        `${count} of ${all} links to phone numbers and email addresses cannot work: ${namesText(faults.map((fault) => sentences[fault]))}.`,
      value: { links: links.length, broken: broken.length, faults },
      severity: 'by share',
    });
  },
};

const sentences = {
  empty: 'there is nothing after tel: or mailto:',
  'no-at-sign': 'an email address has no @, or nothing on one side of it',
  'no-number': 'a phone number has no digits',
  'two-schemes': 'the number or address starts with a second scheme, such as http:',
  'web-address': 'mailto: or tel: comes after http:// or a slash',
  misspelt: 'mailto: or tel: is misspelt',
  'no-scheme': 'mailto: is missing',
  'http-address': 'an email address comes after http:// instead of mailto:',
} as const;

type Fault = keyof typeof sentences;

/** Characters of an `href` that are read. */
const longest = 500;

/** Whether an `href` has what every one below has: an @, or the end of `mailto:` or `tel:`. Most have neither. */
function mayBeContact(href: string): boolean {
  if (href.includes('@')) return true;
  for (let colon = href.indexOf(':'); colon !== -1; colon = href.indexOf(':', colon + 1)) {
    // Browsers remove tabs and line breaks.
    if ('olOL\t\n\r'.includes(href.charAt(colon - 1))) return true;
  }
  return false;
}

/** A link to a number or an address. */
interface Contact {
  readonly tag: AnchorFact;
  /** What is wrong with it; `null` for nothing. */
  readonly fault: Fault | null;
}

/** The number or address that a link leads to; `null` for other links. */
function contactOf(tag: AnchorFact): Contact | null {
  if (tag.href === null || tag.hidden === 'all' || !mayBeContact(tag.href)) return null;
  const href = tag.href
    .slice(0, longest)
    .replace(/[\t\n\r]/g, '')
    .trim();
  const [, scheme, rest = ''] = /^(mailto|tel):(.*)$/is.exec(href) ?? [];
  if (scheme === undefined) {
    const fault = misplacedIn(href, tag);
    return fault === null ? null : { tag, fault };
  }
  const fault = scheme.toLowerCase() === 'tel' ? faultOfNumber(rest) : faultOfAddress(rest);
  const mayBeFilledIn = fault === 'two-schemes' ? false : isForScripts(tag);
  return { tag, fault: mayBeFilledIn || isTemplate(href) ? null : fault };
}

const secondScheme = /^\s*(?:mailto|tel|https?):/i;

/** RFC 3966, without its rules that phones do not enforce. Phones dial letters: 1-800-FLOWERS. */
function faultOfNumber(rest: string): Fault | null {
  const number = percentDecoded(rest);
  if (secondScheme.test(number)) return 'two-schemes';
  if (number.trim() === '') return 'empty';
  // Any script has digits, and codes of the network have * and #.
  if (/[\p{Nd}*#]/u.test(number)) return null;
  return /^[A-Z .+-]*$/.test(number) && /[A-Z]{3}/.test(number) ? null : 'no-number';
}

/** RFC 6068: addresses before the first `?` and in the fields after it. */
function faultOfAddress(rest: string): Fault | null {
  const query = rest.indexOf('?');
  const to = percentDecoded(query === -1 ? rest : rest.slice(0, query)).trim();
  if (secondScheme.test(to)) return 'two-schemes';
  if (to === '') return query === -1 ? 'empty' : null;
  if (isDisguised(to)) return null;
  if (!/[@＠]/.test(to)) return 'no-at-sign';
  return /[,;]/.test(to) || !/^@|@$/.test(to) ? null : 'no-at-sign';
}

/** Words and signs for an @ that bots do not find: `info(at)example.com`. Other text may stand for it, too. */
function isDisguised(to: string): boolean {
  return /[()[\]{}<>*#%!"|]|(?:^|[\s._-])(?:at|ät|et|chez|arroba|dot|punkt|a)(?:[\s._-]|$)/i.test(
    to,
  );
}

/** Placeholders of templates, which a script fills in. */
function isTemplate(href: string): boolean {
  return /\{\{|\$\{|\{%|<%|\[\[|#\{|%[a-z_]+%/i.test(href);
}

/** Whether a script may replace the `href`, as those that hide addresses from spam bots do. */
function isForScripts({ html, scripted }: AnchorFact): boolean {
  if (scripted || /\s(?:data-|on[a-z]|@|:|v-|x-|ng-)[\w:.-]*\s*=/i.test(html)) return true;
  return /\s(?:id|class)\s*=\s*["']?[^"'>]{0,200}(?:mail|crypt|spam|obfus|protect|cloak|phone|tel)/i.test(
    html,
  );
}

/** Why a link to a number or an address does not open it; `null` if it does. */
function misplacedIn(href: string, tag: AnchorFact): Fault | null {
  if (isHttpAddress(href)) return 'http-address';
  if (/^(?:https?:\/{0,2}|\/{1,2})(?:mailto|tel):/i.test(href)) return 'web-address';
  if (
    /^(?:mailto[;,]|(?:maito|malto|mailo|malito|mialto|mailt|mailtto|mailtp):)\s?\S+@/i.test(href)
  )
    return 'misspelt';
  return isAddress(href) && tag.text.toLowerCase().includes(href.toLowerCase())
    ? 'no-scheme'
    : null;
}

/** Whether an `href` is an address alone, and not a file such as `logo@2x.png` or a package. */
function isAddress(href: string): boolean {
  const domain =
    /^[a-z0-9][\w.+-]{0,63}@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.([a-z]{2,24}))$/i.exec(
      href,
    );
  return domain !== null && !files.test(domain[2] ?? '');
}

const files =
  /^(?:png|jpe?g|gif|svg|webp|avif|ico|css|m?js|ts|json|html?|php|aspx?|pdf|txt|md|xml|zip|gz|mp[34]|docx?|xlsx?|pptx?|asc|sig|key|pem)$/i;
