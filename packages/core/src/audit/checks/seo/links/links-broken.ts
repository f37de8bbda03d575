import type { Outcome } from '../../../outcome.ts';
import type { Probe } from '../../../probes/probe-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** Failures for every client: an unknown host, or redirects without an end. */
const permanentReasons: ReadonlySet<string> = new Set([
  'dns_not_found',
  'redirect_loop',
  'redirect_too_many',
  'redirect_invalid',
]);

/**
 * Links lead to existing pages. Only a sample is requested, so the check has no weight: another sample
 * could have another result.
 */
export const linksBroken: Check = {
  id: 'links-broken',
  category: 'seo',
  importance: 'info',
  title: 'No sampled link is broken',
  advice: 'Change or remove the quoted links: their targets do not exist.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  run: ({ probes: { links } }): Outcome => {
    const { internal, external, sample } = links;
    if (sample.length === 0) {
      return { status: 'na', summary: 'The page has no links to other pages.' };
    }
    const known = sample.filter(({ probe }) => isBroken(probe) !== null);
    const broken = known.filter(({ probe }) => isBroken(probe) === true);
    const value = {
      links: internal + external,
      checked: known.length,
      broken: broken.map(({ probe }) => `${probe.url}: ${resultOf(probe)}`),
    };
    if (broken.length > 0) {
      return {
        status: broken.length === known.length ? 'fail' : 'warn',
        summary: `${broken.length} of ${known.length} sampled links ${broken.length === 1 ? 'is' : 'are'} broken.`,
        value,
        evidence: tagsEvidence(broken),
        points: (known.length - broken.length) / known.length,
      };
    }
    if (known.length === 0) {
      return { status: 'error', summary: 'None of the sampled links could be checked.', value };
    }
    return {
      status: 'pass',
      summary: `Broken links: 0 of ${known.length} sampled.`,
      value,
    };
  },
};

/**
 * `null` if unknown: sites block automated requests with 401, 403, 429, 503 or a custom status, and a
 * failed request may work for others.
 */
function isBroken(probe: Probe): boolean | null {
  if (probe.kind !== 'response') {
    return probe.kind === 'failed' && permanentReasons.has(probe.reason) ? true : null;
  }
  const { status } = probe;
  if (status === 404 || status === 410 || status === 500) return true;
  return status < 400 ? false : null;
}

function resultOf(probe: Probe): string {
  return probe.kind === 'response' ? `status ${probe.status}` : probe.reason;
}
