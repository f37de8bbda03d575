import { comparableUrl } from '../../fetch/comparable-url.ts';
import type { ProbeFacts } from '../../fetch/probes/probe-facts.ts';
import type { AuditFacts, Check, Outcome } from '../check.ts';
import { tagEvidence, urlEvidence } from '../evidence.ts';
import { isDeadEnd, meaningOf, obstacleOf, shortUrl } from './answers.ts';

type Asked = ProbeFacts['alternates']['sample'][number];

/** Versions of a page in other languages exist, may be indexed, and name this page in turn. */
export const hreflangReturn: Check = {
  id: 'hreflang-return',
  category: 'seo',
  importance: 'medium',
  title: 'The pages in other languages name this one in turn',
  advice:
    'Let every language version list all of them, itself included: <link rel="alternate" hreflang="de" href="https://example.com/de/">. Name final addresses that may be indexed. Search engines ignore a version that does not name this page.',
  source: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  run: (facts): Outcome => {
    const { sample, total } = facts.probes.alternates;
    if (sample.length === 0) {
      return { status: 'na', summary: 'The page names no versions in other languages.' };
    }
    const judged = sample.map((asked) => ({ asked, fault: faultOf(asked, facts) }));
    const known = judged.filter(({ fault }) => fault !== null);
    const faulty = known.filter(({ fault }) => fault !== '');
    const value = {
      total,
      checked: known.length,
      faults: faulty.map(({ asked, fault }) => `${shortUrl(asked.url)} ${fault}`),
    };
    if (known.length === 0) {
      return {
        status: 'error',
        summary: 'None of the versions in other languages could be read.',
        value,
      };
    }
    const [first] = faulty;
    if (first === undefined) {
      const summary = `Other language versions that were tried name this page in turn: ${known.length} of ${total}.`;
      return { status: 'pass', summary, value };
    }
    return {
      status: faulty.length === known.length ? 'fail' : 'warn',
      summary: `${faulty.length} of ${known.length} other language versions that were tried cannot count: ${shortUrl(first.asked.url)} ${first.fault}.`,
      value,
      evidence: faulty.map(({ asked: { tag, url } }) =>
        tag ? tagEvidence(tag) : urlEvidence(url),
      ),
      points: (known.length - faulty.length) / known.length,
    };
  },
};

/** What is wrong with a version; `''` for nothing, `null` where it cannot be told. */
function faultOf({ hreflangs, probe }: Asked, facts: AuditFacts): string | null {
  if (probe.kind !== 'answered') {
    return isDeadEnd(probe) ? `cannot be reached (${probe.reason})` : null;
  }
  const meaning = meaningOf(probe.status);
  if (meaning !== 'there') return meaning === 'gone' ? `has status ${probe.status}` : null;
  // A page that chooses the language by the visitor redirects, and names nobody.
  const chooses = hreflangs.every((code) => code === 'x-default');
  if (probe.redirects.length > 0) {
    const isBack =
      comparableUrl(new URL(probe.finalUrl)) === comparableUrl(new URL(facts.response.finalUrl));
    // Sites send visitors to the version for where they are, which is where we are.
    return chooses || isBack ? null : `redirects to ${shortUrl(probe.finalUrl)}`;
  }
  const obstacle = obstacleOf(probe, facts.now);
  if (obstacle !== null) return obstacle;
  if (chooses || probe.returns === true) return '';
  return probe.returns === false ? 'does not name this page' : null;
}
