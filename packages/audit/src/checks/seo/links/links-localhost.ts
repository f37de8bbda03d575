import { shortList, tagsEvidence } from '../../../readings/evidence.ts';
import { ownUrlOf } from '../../../readings/own-url.ts';
import type { Check } from '../../check.ts';

/**
 * Private addresses in the form of URLs: this host, RFC 1918, RFC 6890, RFC 4193, RFC 4291. Names
 * that end in local, test or internal: RFC 6762, RFC 6761, and ICANN's
 * resolution 2024.07.29.06.
 */
const ipv4 = /^(?:0\.0\.0\.0$|(?:10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\.)/;
const ipv6 = /^\[(?:::1?\]$|(?:f[cd][0-9a-f]|fe[89ab])[0-9a-f]:)/;

/** Nothing on the page points to a developer's machine. */
export const linksLocalhost: Check = {
  id: 'links-localhost',
  category: 'seo',
  importance: 'medium',
  title: 'Links point to public addresses',
  advice:
    'Replace the private address in the quoted tags with the public one or a relative URL: /contact instead of http://localhost:3000/contact.',
  why: 'A private address works only on one computer or in one network, so visitors who follow it get an error.',
  source: 'https://www.rfc-editor.org/rfc/rfc1918',
  run: (facts) => {
    const { urls } = facts;
    if (isPrivateHost(ownUrlOf(facts).hostname)) {
      return { status: 'na', summary: 'The page itself has a private address.' };
    }
    const links = urls.links.filter(
      ({ url, tag }) =>
        url !== null &&
        isPrivateHost(url.hostname) &&
        // Instructions show such a link on purpose, with its host as the text.
        !tag.text.toLowerCase().includes(url.hostname),
    );
    const loaded = urls.resources.filter(({ url }) => isPrivateHost(url.hostname));
    const found = [...loaded, ...links];
    const hosts = shortList(new Set(found.map(({ url }) => url?.host ?? '')));
    const value = { links: links.length, loaded: loaded.length, hosts };
    if (found.length === 0) {
      const summary = 'No link or file URL points to localhost or a private network.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 'fail',
      summary: `${found.length} ${found.length === 1 ? 'URL on the page points' : 'URLs on the page point'} to a private address, such as ${hosts[0]}.`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};

/** Expects a host name from a parsed URL: lower-case, IPv4 in four parts, IPv6 compressed, in brackets. */
function isPrivateHost(hostname: string): boolean {
  const last = hostname.at(-1) ?? '';
  if (last === ']') return ipv6.test(hostname);
  // A host that ends in a digit is an IPv4 address.
  if (last >= '0' && last <= '9') return ipv4.test(hostname);
  // Most names end otherwise.
  if (last !== 't' && last !== 'l' && last !== '.') return false;
  return /(?:^|\.)localhost\.?$|[^.]\.(?:local|test|internal)\.?$/.test(hostname);
}
