import type { Probe } from '../../../fetch/probes/probe-facts.ts';
import type { Check, Outcome } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';

/** No such host, and redirects without an end: nobody arrives there. */
const deadEnds: ReadonlySet<string> = new Set([
  'dns_not_found',
  'redirect_loop',
  'redirect_too_many',
  'redirect_invalid',
]);

/**
 * Links lead somewhere. A sample of them is asked for: what is listed is broken, and what is not may
 * be. It weighs nothing, for another sample could tell otherwise.
 */
export const linksBroken: Check = {
  id: 'links-broken',
  category: 'seo',
  importance: 'info',
  title: 'No sampled link is broken',
  advice: 'Change or remove the quoted links: nothing is at their addresses.',
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
      broken: broken.map(({ probe }) => `${probe.url}: ${saidOf(probe)}`),
    };
    if (broken.length > 0) {
      return {
        status: broken.length === known.length ? 'fail' : 'warn',
        summary: `${broken.length} of ${known.length} links that were tried ${broken.length === 1 ? 'is' : 'are'} broken.`,
        value,
        evidence: tagsEvidence(broken),
        points: (known.length - broken.length) / known.length,
      };
    }
    if (known.length === 0) {
      return { status: 'error', summary: 'None of the links could be asked for.', value };
    }
    return {
      status: 'pass',
      summary: `None of ${known.length} links that were tried is broken.`,
      value,
    };
  },
};

/**
 * `null` where it cannot be told: sites keep programs out with 401, 403, 429, 503 or a status of
 * their own, and what did not answer us may answer others.
 */
function isBroken(probe: Probe): boolean | null {
  if (probe.kind !== 'answered') {
    return probe.kind === 'failed' && deadEnds.has(probe.reason) ? true : null;
  }
  const { status } = probe;
  if (status === 404 || status === 410 || status === 500) return true;
  return status < 400 ? false : null;
}

function saidOf(probe: Probe): string {
  return probe.kind === 'answered' ? `status ${probe.status}` : probe.reason;
}
