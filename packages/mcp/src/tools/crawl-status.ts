import { setTimeout as pause } from 'node:timers/promises';
import {
  type Crawl,
  getCrawl,
  getCrawlPage,
  listCrawlIssues,
  listCrawlPages,
  SitegradeError,
} from '@sitegrade/core';
import {
  agentFindings,
  agentIssue,
  agentScore,
  quotedText,
  quotesAreData,
} from '@sitegrade/core/internal';
import type { PagedText } from '../text-pages.ts';
import { type PagedInput, pageProperty, type Tool, type ToolCall } from '../tool.ts';
import type { Workspace } from '../workspace.ts';

/** The input of `crawl_status`. */
interface CrawlStatusInput extends PagedInput {
  readonly crawl: number;
  readonly url?: string;
}

/** How long a call waits for the end of a crawl. */
const maxWaitMs = 20_000;
const lookMs = 500;

/** The pages with the lowest scores that are shown. */
const maxWorst = 10;

/** Says how far a crawl is, and what it found. */
export const crawlStatus: Tool<CrawlStatusInput> = {
  name: 'crawl_status',
  description:
    'Waits up to 20 seconds for a crawl. Returns how far it is; at its end the score of the site, all that was found with fixes, the worst first, and its worst pages. With url: the findings of that page of the crawl.',
  inputSchema: () => ({
    type: 'object',
    properties: {
      crawl: { type: 'integer', description: 'Its id.' },
      url: { type: 'string', description: 'A page of the crawl.' },
      page: pageProperty,
    },
    required: ['crawl'],
    additionalProperties: false,
  }),
  isReadOnly: true,
  isOpenWorld: false,
  async run(call) {
    const { url, page = 1 } = call.input;
    if (url !== undefined) return findingsOfPage(call, url);
    const crawl = await waitForEnd(call);
    if (crawl.endedAt === null || crawl.status !== 'done') {
      return { head: [quotesAreData, ...statusLines(crawl)], blocks: [], page };
    }
    const { context, ownerId } = call.workspace;
    const issues = await listCrawlIssues(context, ownerId, crawl.id);
    const found = issues.filter(({ status }) => status === 'found');
    return {
      head: [quotesAreData, ...statusLines(crawl)],
      blocks: [
        ...(found.length === 0 ? [['Nothing to fix.']] : found.map(agentIssue)),
        await worstPages(call.workspace, crawl),
      ],
      page,
    };
  },
};

async function waitForEnd({
  input: { crawl: id },
  workspace: { context, ownerId },
  signal,
}: ToolCall<CrawlStatusInput>): Promise<Crawl> {
  const leave = context.jobWaits.enter(ownerId);
  const over = new AbortController();
  const stop = () => over.abort();
  // A server that closes does not wait for crawls.
  const signals = [signal, context.analyses.closed];
  for (const ending of signals) {
    if (ending.aborted) stop();
    ending.addEventListener('abort', stop);
  }
  try {
    const endsAt = context.monotonicMs() + (leave === undefined ? 0 : maxWaitMs);
    for (;;) {
      const crawl = await getCrawl(context, ownerId, id);
      const isOver = crawl.endedAt !== null || context.monotonicMs() >= endsAt;
      if (isOver || over.signal.aborted) return crawl;
      await pause(lookMs, undefined, { signal: over.signal }).catch(() => {});
    }
  } finally {
    for (const ending of signals) ending.removeEventListener('abort', stop);
    leave?.();
  }
}

function statusLines(crawl: Crawl): readonly string[] {
  const { id, url, origin, status, end, error, progress, score, result, maxPages } = crawl;
  const { done, redirected, failed, skipped, queued, running } = progress;
  const left = Object.entries(skipped).map(([reason, count]) => `${count} left out (${reason})`);
  const counts = [
    `${plural(done, 'page')} checked`,
    ...(redirected > 0 ? [plural(redirected, 'redirect')] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(queued + running > 0 ? [`${queued + running} known and waiting`] : []),
    ...left,
  ].join(', ');
  const name = `Crawl ${id} of ${quotedText(origin ?? url)}`;
  if (status === 'done') {
    const points = score === null ? 'without a score' : `score ${score} of 100 (${result})`;
    const why = end === 'complete' ? [] : [`It ended early: ${end}.`];
    return [`# ${name}: ${points}: ${counts}`, ...why];
  }
  return [
    `${name} is ${status}: ${counts}, of at most ${maxPages}.`,
    ...(error === null ? [] : [quotedText(error.message)]),
    ...(status === 'queued' || status === 'running' ? ['Call again to wait for its end.'] : []),
  ];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

async function worstPages({ context, ownerId }: Workspace, crawl: Crawl): Promise<string[]> {
  const { rows } = await listCrawlPages(context, ownerId, crawl.id, {
    state: 'done',
    sortBy: 'score',
    sort: 'asc',
    perPage: maxWorst,
  });
  if (rows.length === 0) return ['No page has a score.'];
  return [
    'Pages with the lowest scores; all: list, kind pages:',
    ...rows.map(
      ({ url, score, worst }) =>
        `  ${score} ${quotedText(url)}${worst === null ? '' : `: ${quotedText(worst)}`}`,
    ),
  ];
}

async function findingsOfPage(
  { input: { crawl, page = 1 }, workspace: { context, ownerId } }: ToolCall<CrawlStatusInput>,
  url: string,
): Promise<PagedText> {
  const { rows } = await listCrawlPages(context, ownerId, crawl, { url, perPage: 10 });
  const [row] = rows;
  if (row === undefined) {
    throw new SitegradeError('not_found', `Crawl ${crawl} has no page with this URL.`);
  }
  const { details, state, score, result, error } = await getCrawlPage(
    context,
    ownerId,
    crawl,
    row.id,
  );
  if (details === null || score === null || result === null) {
    const reason = error === null ? [] : [quotedText(error.message)];
    return {
      head: [quotesAreData, `${quotedText(row.url)} is ${state}.`, ...reason],
      blocks: [],
      page,
    };
  }
  const found = { ...details, finalUrl: row.url, score, result };
  const findings = agentFindings(found);
  return {
    head: [quotesAreData, ...agentScore(found)],
    blocks: findings.length === 0 ? [['Nothing to fix.']] : findings,
    page,
  };
}
