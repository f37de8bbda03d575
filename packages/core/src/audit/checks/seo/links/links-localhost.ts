import { isIP } from 'node:net';
import { type AddressRange, parseAddressRange, rangeHolds } from '../../../fetch/address-range.ts';
import { parseIpAddress } from '../../../fetch/ip-address.ts';
import type { Check } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';
import { shortList } from '../../short-list.ts';

/** Addresses that mean another machine to every visitor: RFC 1918, RFC 6890, RFC 4193, RFC 4291. */
const ranges: readonly AddressRange[] = [
  '0.0.0.0/32',
  '10.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/128',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]
  .map(parseAddressRange)
  .filter((range) => range !== null);

/** Nothing on the page leads to the machine of whoever made it. */
export const linksLocalhost: Check = {
  id: 'links-localhost',
  category: 'seo',
  importance: 'medium',
  title: 'No link leads to a private address',
  advice:
    'Put the public address into the quoted tags, or a relative one: /contact instead of http://localhost:3000/contact.',
  source: 'https://www.rfc-editor.org/rfc/rfc1918',
  run: ({ urls, response }) => {
    if (isPrivateHost(new URL(response.finalUrl).hostname)) {
      return { status: 'na', summary: 'The page itself is at a private address.' };
    }
    const links = urls.links.filter(
      ({ url, tag }) =>
        url !== null &&
        isPrivateHost(url.hostname) &&
        // Instructions show such an address on purpose, and say so.
        !tag.text.toLowerCase().includes(url.hostname),
    );
    const loaded = urls.resources.filter(({ url }) => isPrivateHost(url.hostname));
    const found = [...loaded, ...links];
    const hosts = shortList(new Set(found.map(({ url }) => url?.host ?? '')));
    const value = { links: links.length, loaded: loaded.length, hosts };
    if (found.length === 0) {
      const summary = 'No link leads to localhost or a private address.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `${found.length} ${found.length === 1 ? 'address' : 'addresses'} on the page ${found.length === 1 ? 'works' : 'work'} for nobody but whoever made it, such as ${hosts[0]}.`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};

/** Expects a host name as URLs have it: lower-case, IPv4 in four parts, IPv6 in brackets. */
function isPrivateHost(hostname: string): boolean {
  // Nearly all are names, which end in a letter.
  if (!/[\d.\]]$|localhost$/.test(hostname)) return false;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const address = isIP(host) === 0 ? null : parseIpAddress(host);
  return address !== null && ranges.some((range) => rangeHolds(range, address, 0));
}
