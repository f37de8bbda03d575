import {
  type List,
  listChecks,
  listCrawlPages,
  listCrawls,
  listReports,
  listWebsites,
  SitegradeError,
} from '@sitegrade/core';
import { quotedText, quotesAreData } from '@sitegrade/core/internal';
import { cutText, type PagedText } from '../text-pages.ts';
import { type PagedInput, pageProperty, type Tool, type ToolCall } from '../tool.ts';

const kinds = ['reports', 'crawls', 'pages', 'websites', 'checks'] as const;

/** The input of `list`. */
interface ListInput extends PagedInput {
  readonly kind: (typeof kinds)[number];
  readonly crawl?: number;
  readonly search?: string;
}

/** Few enough that a page of the longest URLs is not too long. */
const perPage = 25;
/** Characters of a URL or a title. */
const maxLength = 160;

/** Lists what there is. */
export const list: Tool<ListInput> = {
  name: 'list',
  description:
    'Lists, 25 at a time: reports and crawls, the newest first, with their ids; the pages of a crawl, the lowest score first; websites; or all checks with their ids.',
  inputSchema: () => ({
    type: 'object',
    properties: {
      kind: { type: 'string', enum: kinds },
      crawl: { type: 'integer', description: 'For pages: the id of the crawl.' },
      search: { type: 'string', description: 'A part of the URL, the domain or the id.' },
      page: pageProperty,
    },
    required: ['kind'],
    additionalProperties: false,
  }),
  isReadOnly: true,
  isOpenWorld: false,
  run: (call) => listers[call.input.kind](call),
};

const listers: Readonly<
  Record<ListInput['kind'], (call: ToolCall<ListInput>) => Promise<PagedText>>
> = {
  async reports(call) {
    const { context, ownerId, kept } = call.workspace;
    const reports = await listReports(context, ownerId, queryOf(call));
    return textOf(call, `Reports, ${kept}, the newest first`, reports, (report) => {
      const { id, score, result, url, createdAt } = report;
      return `${id}: ${score} (${result}) ${quoted(url)} ${minuteOf(createdAt)}`;
    });
  },
  async crawls(call) {
    const { context, ownerId, kept } = call.workspace;
    const crawls = await listCrawls(context, ownerId, queryOf(call));
    return textOf(call, `Crawls, ${kept}, the newest first`, crawls, (crawl) => {
      const { id, status, score, progress, url, createdAt } = crawl;
      const points = score === null ? status : `${status}, score ${score}`;
      return `${id}: ${points}, ${progress.done} pages ${quoted(url)} ${minuteOf(createdAt)}`;
    });
  },
  async pages(call) {
    const { crawl } = call.input;
    if (crawl === undefined) {
      throw new SitegradeError('invalid_input', 'Give the id of a crawl for kind pages.');
    }
    const { context, ownerId } = call.workspace;
    const pages = await listCrawlPages(context, ownerId, crawl, {
      ...queryOf(call),
      sortBy: 'score',
      sort: 'asc',
      state: 'done',
    });
    const what = `Checked pages of crawl ${crawl}, the lowest score first`;
    return textOf(call, what, pages, ({ score, url, title }) => {
      return `${score} ${quoted(url)}${title === null ? '' : ` ${quoted(title)}`}`;
    });
  },
  async websites(call) {
    const { context, ownerId, kept } = call.workspace;
    const websites = await listWebsites(context, ownerId, queryOf(call));
    return textOf(call, `Websites, ${kept}, the newest first`, websites, (website) => {
      const { id, domain, score, reportsCount } = website;
      return `${id}: ${quoted(domain)} ${score === null ? 'no score' : `score ${score}`}, ${reportsCount} reports`;
    });
  },
  async checks(call) {
    const { search = '', page = 1 } = call.input;
    const { checks } = listChecks(call.workspace.context);
    const found = checks.filter(({ id }) => id.includes(search.toLowerCase()));
    const head = [`Checks of a page with their importance: ${found.length}`];
    const lines = found.map(({ id, importance, title }) => `${id} (${importance}): ${title}`);
    return { head, blocks: chunksOf(lines), page };
  },
};

/** Lines of checks that are not divided. */
const linesPerBlock = 20;

function chunksOf(lines: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(lines.length / linesPerBlock);
  return Array.from({ length: count }, (_, index) =>
    lines.slice(index * linesPerBlock, (index + 1) * linesPerBlock),
  );
}

function queryOf({ input: { page = 1, search = '' } }: ToolCall<ListInput>) {
  return { start: { page }, perPage, ...(search !== '' && { search }) } as const;
}

function textOf<Row>(
  { input: { page = 1, search = '' } }: ToolCall<ListInput>,
  what: string,
  { rows, total, totalRelation }: List<Row>,
  line: (row: Row) => string,
): PagedText {
  const first = (page - 1) * perPage + 1;
  const count = `${totalRelation === 'gte' ? 'more than ' : ''}${total}`;
  const range =
    rows.length === 0 ? `none of ${count}` : `${first} to ${first + rows.length - 1} of ${count}`;
  const searched = search === '' ? '' : `, with ${quotedText(cutText(search, maxLength))}`;
  const more = first + rows.length - 1 < total ? [`More: page ${page + 1}.`] : [];
  return {
    head: [quotesAreData, `${what}${searched}: ${range}.`],
    blocks: rows.length === 0 ? [] : [[...rows.map(line), ...more]],
    page: 1,
  };
}

function quoted(text: string): string {
  return quotedText(cutText(text, maxLength));
}

/** `2026-11-28 12:31`, in UTC. */
function minuteOf(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}
