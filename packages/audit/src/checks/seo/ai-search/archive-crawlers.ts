import type { Outcome } from '../../../outcome.ts';
import { crawlersVerdict } from '../../../readings/robots/ai-crawlers.ts';
import type { Check } from '../../check.ts';

/** Whether robots.txt keeps a public archive from storing the page. A choice: it is stated, and never warned of. */
export const archiveCrawlers: Check = {
  id: 'archive-crawlers',
  category: 'seo',
  importance: 'info',
  isAtRoot: true,
  title: 'The rule for the Internet Archive in robots.txt is stated',
  advice:
    'Decide whether the Wayback Machine may keep copies of the page. If not, add to robots.txt: User-agent: archive.org_bot and Disallow: /.',
  why: 'The Wayback Machine keeps old versions of pages for anyone to read: whether it may keep this one is your decision.',
  source: 'https://archive.org/details/archive.org_bot',
  run: (facts): Outcome => {
    const verdict = crawlersVerdict(facts, 'archive');
    if ('status' in verdict) return verdict;
    const { blocked, found } = verdict;
    const summary =
      blocked.length === 0
        ? 'robots.txt lets archive.org_bot store the page for the Wayback Machine.'
        : 'robots.txt blocks archive.org_bot, so the Wayback Machine may keep no copies of the page.';
    return { status: 'pass', summary, ...found };
  },
};
