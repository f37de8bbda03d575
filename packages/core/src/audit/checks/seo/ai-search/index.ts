import type { Check } from '../../check.ts';
import { aiSearchCrawlers } from './ai-search-crawlers.ts';
import { aiTrainingCrawlers } from './ai-training-crawlers.ts';
import { aiUserAgents } from './ai-user-agents.ts';
import { archiveCrawlers } from './archive-crawlers.ts';

/** Whether AI search engines and assistants may read the page, and what the site states about its use. */
export const aiSearchChecks: readonly Check[] = [
  aiSearchCrawlers,
  aiUserAgents,
  aiTrainingCrawlers,
  archiveCrawlers,
];
