import type { LinkTagFact } from '../../../page/page-facts.ts';
import { isAlternate } from '../../../readings/alternate-link.ts';
import { shortList, tagsEvidence } from '../../../readings/evidence.ts';
import { ownUrlOf } from '../../../readings/own-url.ts';
import { isPrivateHost } from '../../../url/private-host.ts';
import { webUrl } from '../../../url/web-url.ts';
import type { Check } from '../../check.ts';

/**
 * Nothing on the page points to a developer's machine.
 *
 * @remarks localhost and other private names are from further RFCs.
 */
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
    const { page, urls } = facts;
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
    const known = new Set<unknown>(loaded.map(({ tag }) => tag));
    const named = page.links.flatMap((tag) => {
      const url =
        tag.href === null || known.has(tag) || isReportedElsewhere(tag)
          ? null
          : webUrl(tag.href, urls.base.href);
      return url !== null && isPrivateHost(url.hostname) ? [{ tag, url }] : [];
    });
    const found = [...loaded, ...named, ...links];
    const hosts = shortList(new Set(found.map(({ url }) => url?.host ?? '')));
    const value = { links: links.length, loaded: loaded.length + named.length, hosts };
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

/** `canonical` and `hreflang-valid` report these links. */
function isReportedElsewhere(link: LinkTagFact): boolean {
  return link.rel.includes('canonical') || (isAlternate(link) && link.hreflang !== null);
}
