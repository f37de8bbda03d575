import type { Outcome } from '../../../outcome.ts';
import { namesText } from '../../../readings/evidence.ts';
import {
  crawlerNames,
  crawlersVerdict,
  isBlockedForGoogle,
} from '../../../readings/robots/ai-crawlers.ts';
import type { Check } from '../../check.ts';

/**
 * AI search engines may read the page that search engines may read. Blocking them may be a choice.
 *
 * @remarks The crawlers of other companies are from their own pages.
 */
export const aiSearchCrawlers: Check = {
  id: 'ai-search-crawlers',
  category: 'seo',
  importance: 'info',
  isAtRoot: true,
  title: 'AI search engines may crawl the page',
  advice:
    'Decide whether these services may show and cite the page. If so, add a group for each of them to robots.txt: User-agent: OAI-SearchBot and Allow: /. It does not allow them to train models on the page.',
  why: 'AI search engines that may not read the page do not show it, so people who ask there find other sites instead.',
  source: 'https://developers.openai.com/api/docs/bots',
  run: (facts): Outcome => {
    const verdict = crawlersVerdict(facts, 'search');
    if ('status' in verdict) return verdict;
    const { blocked, total, found } = verdict;
    if (blocked.length === 0) {
      const summary = `robots.txt blocks the page for none of ${total} crawlers of AI search engines.`;
      return { status: 'pass', summary, ...found };
    }
    if (isBlockedForGoogle(facts)) {
      return { status: 'na', summary: 'robots.txt blocks the page for Google, too.', ...found };
    }
    const summary = `robots.txt blocks the page for ${namesText(crawlerNames(blocked))}, so their answers may not show or cite it.`;
    return { status: 'warn', summary, ...found };
  },
};
