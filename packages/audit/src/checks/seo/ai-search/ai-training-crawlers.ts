import type { Outcome } from '../../../outcome.ts';
import { namesText } from '../../../readings/evidence.ts';
import { crawlerNames, crawlersVerdict } from '../../../readings/robots/ai-crawlers.ts';
import type { Check } from '../../check.ts';

/**
 * Which companies robots.txt keeps from training models on the page. A choice: it lists them, and never warns.
 *
 * @remarks The crawlers of other companies are from their own pages.
 */
export const aiTrainingCrawlers: Check = {
  id: 'ai-training-crawlers',
  category: 'seo',
  importance: 'info',
  isAtRoot: true,
  title: 'Crawlers for AI training that robots.txt blocks are listed',
  advice:
    'Decide whether AI companies may train models on the page. If not, add a group for each of them to robots.txt: User-agent: GPTBot and Disallow: /. It does not change how search engines show the page.',
  why: 'AI companies train their models with what these crawlers collect: whether they may use this page is your decision.',
  source: 'https://developers.openai.com/api/docs/bots',
  run: (facts): Outcome => {
    const verdict = crawlersVerdict(facts, 'training');
    if ('status' in verdict) return verdict;
    const { blocked, total, found } = verdict;
    const summary =
      blocked.length === 0
        ? `robots.txt blocks the page for none of ${total} crawlers that collect data for AI training.`
        : `robots.txt blocks the page for ${blocked.length} of ${total} crawlers that collect data for AI training: ${namesText(crawlerNames(blocked))}.`;
    return { status: 'pass', summary, ...found };
  },
};
