import type { Outcome } from '../../outcome.ts';
import { maxComparedFiles } from '../../probes/probe-facts.ts';
import { shortUrl } from '../../probes/probe-verdicts.ts';
import { robotsEvidence, shortList, tagsEvidence } from '../../readings/evidence.ts';
import { pointsOfShare } from '../../readings/points-of-share.ts';
import type { Check } from '../check.ts';

/**
 * robots.txt lets Googlebot load what the page needs to look as it does to visitors.
 *
 * @remarks Which files Google needs is not visible, so that all are listed.
 */
export const filesBlocked: Check = {
  id: 'files-blocked',
  category: 'seo',
  importance: 'medium',
  isAtRoot: true,
  title: 'Google can load the files of the page',
  advice:
    'Change or remove the quoted lines of robots.txt, or add an Allow rule, such as Allow: /assets/. Files that do not change what visitors see, such as statistics, may stay blocked.',
  why: 'Google sees the page without these files, so it may misunderstand what the page looks like and offers.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
  run: ({ probes: { blockedFiles } }): Outcome => {
    const { checked, blocked } = blockedFiles;
    if (checked === 0) {
      const summary = 'The page has no separate files that robots.txt could block separately.';
      return { status: 'na', summary };
    }
    const value = { checked, blocked: shortList(blocked.map(({ url }) => url)) };
    const sampled = checked === maxComparedFiles;
    const [first] = blocked;
    if (first === undefined) {
      const summary = `Files that robots.txt blocks for Google: 0 of ${checked}.`;
      return { status: 'pass', summary, value, sampled };
    }
    const lines = new Map(blocked.map(({ line, text }) => [line, text]));
    const quoted = [...lines].flatMap(([line, text]) =>
      line === null || text === null ? [] : [robotsEvidence(text, line)],
    );
    return {
      status: 2 * blocked.length > checked ? 'fail' : 'warn',
      summary: `robots.txt blocks ${blocked.length} of ${checked} scripts, style sheets and images of the page for Google: ${shortUrl(first.url)}.`,
      value,
      sampled,
      evidence: [...quoted, ...tagsEvidence(blocked)],
      points: pointsOfShare(blocked.length, checked),
    };
  },
};
