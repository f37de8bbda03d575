import type { Check } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';
import { shortList } from '../../short-list.ts';

/**
 * Addresses that mean another machine to every visitor, as URLs write them: this host, RFC 1918, RFC
 * 6890, RFC 4193, RFC 4291. Names that end in local, test or internal: RFC 6762, RFC 6761, and ICANN's
 * resolution 2024.07.29.06.
 */
const ipv4 = /^(?:0\.0\.0\.0$|(?:10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\.)/;
const ipv6 = /^\[(?:::1?\]$|(?:f[cd][0-9a-f]|fe[89ab])[0-9a-f]:)/;

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

/** Expects a host name as URLs have it: lower-case, IPv4 in four parts, IPv6 shortened, in brackets. */
function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return ipv6.test(hostname);
  // What ends in a number is an address of IPv4.
  if (/\d$/.test(hostname)) return ipv4.test(hostname);
  return /(?:^|\.)localhost\.?$|[^.]\.(?:local|test|internal)\.?$/.test(hostname);
}
