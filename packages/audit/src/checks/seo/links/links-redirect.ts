import type { Outcome } from '../../../outcome.ts';
import type { Probe, ProbeFacts } from '../../../probes/probe-facts.ts';
import { shortUrl, statusMeaning } from '../../../probes/probe-verdicts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

type Sampled = ProbeFacts['links']['sample'][number] & {
  readonly probe: Extract<Probe, { readonly kind: 'response' }>;
};

/**
 * Links to other pages of the site name their final URLs, as far as a sample shows. Only permanent redirects
 * count: temporary ones are made for links, such as those to a login or to the latest release.
 *
 * @remarks That a URL which redirects for good is not the one to link to is our conclusion.
 */
export const linksRedirect: Check = {
  id: 'links-redirect',
  category: 'seo',
  importance: 'low',
  title: 'Links to pages of this site lead there directly',
  advice:
    'Change the href of the quoted links to the URL that their redirect leads to, so that visitors and search engines get there with one request.',
  why: 'Each click takes a detour, so visitors wait a little longer and search engines need two requests for one page.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  family: 'link-targets',
  samples: ['links'],
  run: ({ probes: { links } }): Outcome => {
    const sample = links.sample.filter(isKnown);
    if (sample.length === 0) {
      return { status: 'na', summary: 'No links to other pages of this site were checked.' };
    }
    const moved = sample.filter(leadsElsewhere);
    const pairs = moved.map(({ probe }) => `${shortUrl(probe.url)} → ${shortUrl(probe.finalUrl)}`);
    const value = { checked: sample.length, redirects: pairs };
    const [first] = pairs;
    if (first === undefined) {
      const summary = `Permanent redirects: 0 of ${sample.length} sampled links to this site.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: 2 * moved.length > sample.length ? 'fail' : 'warn',
      summary: `${moved.length} of ${sample.length} sampled links to this site ${moved.length === 1 ? 'leads' : 'lead'} to a permanent redirect: ${first}.`,
      value,
      evidence: tagsEvidence(moved),
    };
  },
};

function isKnown(link: ProbeFacts['links']['sample'][number]): link is Sampled {
  const { own, probe } = link;
  return own && probe.kind === 'response' && statusMeaning(probe.status) === 'available';
}

/** The check `links-http` covers redirects from http to https, and short URLs may lead to other sites. */
function leadsElsewhere({ probe }: Sampled): boolean {
  const [from, to] = [new URL(probe.url), new URL(probe.finalUrl)];
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  return probe.moved && !isUpgrade && nameOf(from) === nameOf(to);
}

function nameOf({ hostname }: URL): string {
  return hostname.replace(/^www\./, '');
}
