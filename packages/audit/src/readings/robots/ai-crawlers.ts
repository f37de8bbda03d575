import type { AuditFacts } from '../../audit-facts.ts';
import type { Json, Outcome } from '../../outcome.ts';
import { tooManyRequests } from '../response-status.ts';
import {
  type BlockedCrawler,
  blockedCrawlers,
  blockingLines,
  tooManyRules,
} from './blocked-crawlers.ts';

/**
 * What a crawler fetches pages for. `search`: the index that the answers of an AI search engine cite.
 * `user`: a page that a person asks an AI assistant about. `training`: data sets for AI models. `archive`:
 * copies for a public archive.
 */
type CrawlerPurpose = 'search' | 'user' | 'training' | 'archive';

/** A crawler as its operator documents it. */
interface AiCrawler {
  /** Its product token in robots.txt. */
  readonly agent: string;
  /** The service or company that people know. */
  readonly by: string;
  readonly purpose: CrawlerPurpose;
  /** What a site gives up that blocks it, in a clause. */
  readonly cost: string;
  /** Where the operator documents it. */
  readonly source: string;
}

const amazon = 'https://developer.amazon.com/amazonbot';
const anthropic =
  'https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler';
const apple = 'https://support.apple.com/en-us/119829';
const duckDuckGo = 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot';
const google =
  'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers#google-extended';
const meta = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/';
const mistral = 'https://docs.mistral.ai/robots';
const openAi = 'https://developers.openai.com/api/docs/bots';
const perplexity = 'https://docs.perplexity.ai/guides/bots';

/**
 * The crawlers of AI services and archives that their operators document with a purpose and a name for
 * robots.txt, in November 2026. Names without such a document (Bytespider, DeepSeekBot, cohere-ai, the former
 * anthropic-ai and Claude-Web) are not listed: what blocking them costs is unknown. Google and Bing use the
 * pages of their search crawlers for their AI answers; `indexable-robots-txt` is about those.
 */
const aiCrawlers: readonly AiCrawler[] = [
  {
    agent: 'OAI-SearchBot',
    by: 'ChatGPT',
    purpose: 'search',
    cost: 'ChatGPT search does not show the page in its answers; it may still link to it',
    source: openAi,
  },
  {
    agent: 'Claude-SearchBot',
    by: 'Claude',
    purpose: 'search',
    cost: 'the search of Claude may show the page less often',
    source: anthropic,
  },
  {
    agent: 'PerplexityBot',
    by: 'Perplexity',
    purpose: 'search',
    cost: 'Perplexity does not read the page for its search results',
    source: perplexity,
  },
  {
    agent: 'meta-webindexer',
    by: 'Meta AI',
    purpose: 'search',
    cost: 'Meta AI may not cite the page in its answers',
    source: meta,
  },
  {
    agent: 'MistralAI-Index',
    by: 'Mistral',
    purpose: 'search',
    cost: 'the search of Mistral may not find the page',
    source: mistral,
  },
  {
    agent: 'Amzn-SearchBot',
    by: 'Alexa and Rufus',
    purpose: 'search',
    cost: 'Alexa and Rufus may not find the page',
    source: amazon,
  },
  {
    agent: 'DuckAssistBot',
    by: 'DuckDuckGo',
    purpose: 'search',
    cost: 'the AI answers of DuckDuckGo do not cite the page; its search results still list it',
    source: duckDuckGo,
  },
  {
    agent: 'ChatGPT-User',
    by: 'ChatGPT',
    purpose: 'user',
    cost: 'little: OpenAI documents that it may ignore this rule when people ask about the page',
    source: openAi,
  },
  {
    agent: 'Claude-User',
    by: 'Claude',
    purpose: 'user',
    cost: 'Claude does not open the page when people ask about it',
    source: anthropic,
  },
  {
    agent: 'Perplexity-User',
    by: 'Perplexity',
    purpose: 'user',
    cost: 'little: Perplexity documents that it generally ignores this rule when people ask about the page',
    source: perplexity,
  },
  {
    agent: 'MistralAI-User',
    by: 'Mistral',
    purpose: 'user',
    cost: 'the assistant of Mistral does not open the page when people ask about it',
    source: mistral,
  },
  {
    agent: 'meta-externalfetcher',
    by: 'Meta AI',
    purpose: 'user',
    cost: 'little: Meta documents that it may ignore this rule when people ask about the page',
    source: meta,
  },
  {
    agent: 'Amzn-User',
    by: 'Alexa',
    purpose: 'user',
    cost: 'Alexa does not open the page when people ask about it',
    source: amazon,
  },
  {
    agent: 'GPTBot',
    by: 'OpenAI',
    purpose: 'training',
    cost: 'OpenAI does not train its models on the page; ChatGPT search is not affected',
    source: openAi,
  },
  {
    agent: 'ClaudeBot',
    by: 'Anthropic',
    purpose: 'training',
    cost: 'Anthropic leaves the page out of its training data; the search of Claude is not affected',
    source: anthropic,
  },
  {
    agent: 'Google-Extended',
    by: 'Google',
    purpose: 'training',
    cost: 'Google does not train Gemini on the page, and Gemini does not base answers on it; Google Search and its AI answers are not affected',
    source: google,
  },
  {
    agent: 'Applebot-Extended',
    by: 'Apple',
    purpose: 'training',
    cost: 'Apple does not train its models on the page; Siri and Spotlight are not affected',
    source: apple,
  },
  {
    agent: 'meta-externalagent',
    by: 'Meta',
    purpose: 'training',
    cost: 'Meta does not train its models on the page, or index it for its products',
    source: meta,
  },
  {
    agent: 'Amazonbot',
    by: 'Amazon',
    purpose: 'training',
    cost: 'Amazon does not train its models on the page, or use it to improve its products',
    source: amazon,
  },
  {
    agent: 'MistralAI-Training',
    by: 'Mistral',
    purpose: 'training',
    cost: 'Mistral does not train its models on the page; its search is not affected',
    source: mistral,
  },
  {
    agent: 'CCBot',
    by: 'Common Crawl',
    purpose: 'training',
    cost: 'the page is not in the data of Common Crawl, which researchers and AI companies use',
    source: 'https://commoncrawl.org/ccbot',
  },
  {
    agent: 'archive.org_bot',
    by: 'Internet Archive',
    purpose: 'archive',
    cost: 'the Wayback Machine may keep no copies of the page',
    source: 'https://archive.org/details/archive.org_bot',
  },
];

/** What robots.txt states about the crawlers of one purpose. */
interface CrawlersVerdict {
  /** Those that may not fetch the page, in the order of the list. */
  readonly blocked: readonly (BlockedCrawler & Pick<AiCrawler, 'by' | 'cost' | 'source'>)[];
  /** The number of crawlers of this purpose. */
  readonly total: number;
  /** The value and the evidence of a check. */
  readonly found: Required<Pick<Outcome, 'value' | 'evidence'>>;
}

/**
 * Which crawlers of a purpose may fetch the page, or the outcome of a check if that is unknown or applies to
 * none.
 */
export function crawlersVerdict(
  { robots, response }: Pick<AuditFacts, 'robots' | 'response'>,
  purpose: CrawlerPurpose,
): CrawlersVerdict | Outcome {
  if (robots.kind === 'none') {
    return {
      status: 'pass',
      summary: 'The site has no robots.txt, so every crawler may fetch the page.',
    };
  }
  if (robots.kind === 'unknown') {
    return { status: 'error', summary: 'robots.txt could not be fetched.', value: robots.reason };
  }
  if (robots.kind === 'server_error') {
    const summary = `robots.txt responds with status ${robots.status}.`;
    // A rule for our own requests says nothing about other crawlers.
    return { status: robots.status === tooManyRequests ? 'error' : 'na', summary };
  }
  const crawlers = aiCrawlers.filter((crawler) => crawler.purpose === purpose);
  const agents = crawlers.map(({ agent }) => agent);
  const lines = blockedCrawlers(robots, agents, response.finalUrl);
  if (lines === null) return { status: 'error', summary: tooManyRules };
  const blocked = crawlers.flatMap(({ agent, by, cost, source }) => {
    const rule = lines.find((line) => line.agent === agent);
    return rule === undefined ? [] : [{ ...rule, by, cost, source }];
  });
  const value: Json = {
    blocked: blocked.map(({ agent, by, cost, source }) => ({ agent, by, cost, source })),
    allowed: agents.filter((agent) => blocked.every((crawler) => crawler.agent !== agent)),
  };
  return {
    blocked,
    total: crawlers.length,
    found: { value, evidence: blockingLines(blocked) },
  };
}

/** Whether robots.txt blocks the page for Google as well: then {@link crawlersVerdict} is not a separate finding. */
export function isBlockedForGoogle({
  robots,
  response,
}: Pick<AuditFacts, 'robots' | 'response'>): boolean {
  if (robots.kind !== 'found') return false;
  return blockedCrawlers(robots, ['Googlebot'], response.finalUrl)?.length === 1;
}

/** The names of crawlers with who uses them, for a summary: `GPTBot (OpenAI)`. */
export function crawlerNames(
  crawlers: readonly Pick<AiCrawler, 'agent' | 'by'>[],
): readonly string[] {
  return crawlers.map(({ agent, by }) => `${agent} (${by})`);
}
