import { quotedText } from '@sitegrade/core/internal';
import type { Tool } from '../tool.ts';

/** The input of `crawl_start`. */
interface CrawlStartInput {
  readonly url: string;
  readonly max_pages?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Pages of a crawl that does not say how many. */
const defaultPages = 50;

/** Starts to check a whole website. */
export const crawlStart: Tool<CrawlStartInput> = {
  name: 'crawl_start',
  description:
    'Starts to check many pages of a website, politely and in the background, and finds issues across them: duplicate titles, broken links, orphans. Returns the id for crawl_status.',
  inputSchema: () => ({
    type: 'object',
    properties: {
      url: { type: 'string', description: 'The start page.' },
      max_pages: { type: 'integer', minimum: 1, description: `Default ${defaultPages}.` },
      include: {
        type: 'array',
        items: { type: 'string' },
        description: 'Only paths like these, as in robots.txt: /blog/*',
      },
      exclude: { type: 'array', items: { type: 'string' }, description: 'No paths like these.' },
    },
    required: ['url'],
    additionalProperties: false,
  }),
  isReadOnly: false,
  isOpenWorld: true,
  async run({ input, workspace }) {
    const { url, max_pages, include, exclude } = input;
    const most = workspace.context.crawls.maxPages;
    const maxPages = max_pages ?? Math.min(defaultPages, most);
    const crawl = await workspace.startCrawl({ url, maxPages, include, exclude });
    const head = [
      `Crawl ${crawl.id} of ${quotedText(crawl.url)} is ${crawl.status}, with up to ${maxPages} pages.`,
      `Next: crawl_status with crawl ${crawl.id}. It waits up to 20 seconds for the end.`,
    ];
    return { head, blocks: [], page: 1 };
  },
};
