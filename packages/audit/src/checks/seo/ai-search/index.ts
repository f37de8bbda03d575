import type { Check } from '../../check.ts';
import { aiAssistantPage } from './ai-assistant-page.ts';
import { aiOptOutsCheck } from './ai-opt-outs.ts';
import { aiSearchCrawlers } from './ai-search-crawlers.ts';
import { aiTrainingCrawlers } from './ai-training-crawlers.ts';
import { aiUserAgents } from './ai-user-agents.ts';
import { archiveCrawlers } from './archive-crawlers.ts';
import { contentSignalsCheck } from './content-signals.ts';
import { markdownVersion } from './markdown-version.ts';
import { snippetAllowed } from './snippet-allowed.ts';

/** Whether AI search engines and assistants may read the page, and what the site states about its use. */
export const aiSearchChecks: readonly Check[] = [
  snippetAllowed,
  aiSearchCrawlers,
  aiUserAgents,
  aiAssistantPage,
  aiTrainingCrawlers,
  archiveCrawlers,
  contentSignalsCheck,
  aiOptOutsCheck,
  markdownVersion,
];
