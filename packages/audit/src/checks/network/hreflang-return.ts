import type { AuditFacts } from '../../audit-facts.ts';
import type { Outcome } from '../../outcome.ts';
import type { ProbeFacts } from '../../probes/probe-facts.ts';
import {
  isPermanentFailure,
  isPrivateAddress,
  obstacleOf,
  reasonText,
  shortUrl,
  statusMeaning,
} from '../../probes/probe-verdicts.ts';
import { tagEvidence, urlEvidence } from '../../readings/evidence.ts';
import { pointsOfShare } from '../../readings/points-of-share.ts';
import { comparableUrl } from '../../url/comparable-url.ts';
import type { Check } from '../check.ts';

type SampledVersion = ProbeFacts['alternates']['sample'][number];

/** Versions of the page in other languages exist, can be indexed, and link back to this page. */
export const hreflangReturn: Check = {
  id: 'hreflang-return',
  category: 'seo',
  importance: 'medium',
  family: 'hreflang',
  title: 'Other language versions link back to this page',
  advice:
    'Make every language version list all versions, including itself: <link rel="alternate" hreflang="de" href="https://example.com/de/">. Use final URLs that can be indexed. Search engines ignore a version that does not link back.',
  why: 'Search engines may ignore versions that do not link back, and show people the page in the wrong language.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  samples: ['alternates'],
  run: (facts): Outcome => {
    const { sample, total } = facts.probes.alternates;
    if (sample.length === 0) {
      return { status: 'na', summary: 'The page has no hreflang links to other pages.' };
    }
    const checked = sample.map((version) => ({ version, fault: faultOf(version, facts) }));
    const known = checked.filter(({ fault }) => fault !== null);
    const faulty = known.filter(({ fault }) => fault !== '');
    const value = {
      total,
      checked: known.length,
      faults: faulty.map(({ version, fault }) => `${shortUrl(version.url)} ${fault}`),
    };
    if (known.length === 0) {
      return {
        status: 'error',
        summary: 'None of the other language versions could be read.',
        value,
      };
    }
    const [first] = faulty;
    if (first === undefined) {
      const summary = `${known.length} of ${total} other language versions were checked; all link back.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: faulty.length === known.length ? 'fail' : 'warn',
      summary: `${faulty.length} of ${known.length} sampled language versions ${faulty.length === 1 ? 'has' : 'have'} an error: ${shortUrl(first.version.url)} ${first.fault}.`,
      value,
      evidence: faulty.map(({ version: { tag, url } }) =>
        tag ? tagEvidence(tag) : urlEvidence(url),
      ),
      points: pointsOfShare(faulty.length, known.length),
    };
  },
};

/** The error of a version; `''` for none, `null` if unknown. */
function faultOf({ hreflangs, probe }: SampledVersion, facts: AuditFacts): string | null {
  if (probe.kind !== 'response') {
    return isPermanentFailure(probe) || isPrivateAddress(probe)
      ? `cannot be reached: ${reasonText(probe)}`
      : null;
  }
  const meaning = statusMeaning(probe.status);
  if (meaning !== 'available') return meaning === 'missing' ? `has status ${probe.status}` : null;
  // A page that chooses a language for its visitors may redirect, and lists no versions.
  const chooses = hreflangs.every((code) => code === 'x-default');
  if (probe.redirects.length > 0) {
    const isBack =
      comparableUrl(new URL(probe.finalUrl)) === comparableUrl(new URL(facts.response.finalUrl));
    // Sites may redirect to the version for the location of this server.
    return chooses || isBack ? null : `redirects to ${shortUrl(probe.finalUrl)}`;
  }
  const obstacle = obstacleOf(probe, facts.now);
  if (obstacle !== null) return obstacle;
  if (chooses || probe.returns === true) return '';
  return probe.returns === false ? 'does not link back to this page' : null;
}
