import type { Outcome } from '../../../outcome.ts';
import { namesText } from '../../../readings/evidence.ts';
import {
  crawlerNames,
  crawlersVerdict,
  isBlockedForGoogle,
} from '../../../readings/robots/ai-crawlers.ts';
import type { Check } from '../../check.ts';

/**
 * AI assistants may open the page when a person asks about it. Blocking them may be a choice.
 *
 * @remarks The agents of other companies are from their own pages.
 */
export const aiUserAgents: Check = {
  id: 'ai-user-agents',
  category: 'seo',
  importance: 'info',
  isAtRoot: true,
  title: 'AI assistants may open the page for their users',
  advice:
    'Decide whether people may ask AI assistants about this page. If so, add a group for each assistant to robots.txt: User-agent: ChatGPT-User and Allow: /. Crawlers for training have other names.',
  why: 'When people ask an AI assistant about this page, one that is blocked cannot open it and has to do without it.',
  source:
    'https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler',
  run: (facts): Outcome => {
    const verdict = crawlersVerdict(facts, 'user');
    if ('status' in verdict) return verdict;
    const { blocked, total, found } = verdict;
    if (blocked.length === 0) {
      const summary = `robots.txt lets all ${total} known AI assistants open the page.`;
      return { status: 'pass', summary, ...found };
    }
    if (isBlockedForGoogle(facts)) {
      return { status: 'na', summary: 'robots.txt blocks the page for Google, too.', ...found };
    }
    const summary = `robots.txt asks ${namesText(crawlerNames(blocked))} not to open the page when people ask about it.`;
    return { status: 'warn', summary, ...found };
  },
};
