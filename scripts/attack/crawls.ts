import { createApiClient } from '../api-client.ts';
import {
  type Attack,
  blockOf,
  endsOf,
  failures,
  type Outcome,
  otherOwner,
  report,
  slowestReport,
  withTarget,
} from './attack.ts';
import type { AttackedServer, Owner } from './start-server.ts';
import { html, type Site, tinyPage } from './start-target.ts';

// Crawls: their creation, and sites that make a crawl expensive.

/** The limits of a body of `POST /crawls`. */
const longest = { patterns: 100, characters: 500 };
/** The default quota of an owner. */
const runningCrawls = 2;

/** Patterns that make a naive matcher backtrack. */
const backtracking = list(longest.patterns, (at) => `/${'*a'.repeat(240)}*b${at}$`);
const long = list(longest.patterns, () => '/'.padEnd(longest.characters, '\u00e9'));

/** A site whose crawls do not end meanwhile, so that they count towards the quota. */
const slowSite: Site = {
  '/robots.txt': { body: 'User-agent: *\nCrawl-delay: 10\n' },
  '*': html(`<title>x</title><a href="/one">x</a>`),
  '/tiny': tinyPage,
};

/** Pages whose paths the patterns above almost match, each with links to all others. */
function linkedPages(count: number): Site {
  const path = (at: number) => `/${'a'.repeat(1_900)}${at}`;
  const page = html(
    `<title>x</title>${list(count, (at) => `<a href="${path(at)}">x</a>`).join('')}`,
  );
  return { '/tiny': tinyPage, '/robots.txt': { status: 404 }, '*': page };
}

export const crawlAttacks: readonly Attack[] = [
  {
    name: 'crawls: 100 at once of one key',
    run: (server) =>
      withTarget(slowSite, async (origin) => {
        await server.figures();
        const alone = await report(server, 'victim', `${origin}/tiny`);
        const body = { url: origin, include: ['/'], exclude: [...long.slice(1), '/never'] };
        const rush = Promise.all(Array.from({ length: 100 }, () => create(server, 'first', body)));
        const other = await slowestReport(server, `${origin}/tiny`, rush);
        const outcomes = await rush;
        const figures = await server.figures();
        const accepted = outcomes.filter(({ status }) => status === 202).length;
        return [
          { what: 'accepted', measured: accepted, bound: runningCrawls, unit: '' },
          blockOf(figures),
          otherOwner(other, alone, 1_000),
          failures([...outcomes.filter(({ status }) => status !== 202), other]),
        ];
      }),
  },
  {
    name: 'crawls: bodies beyond the limits',
    run: async (server) => {
      const url = 'http://127.0.0.1:9/';
      const bodies = [
        { url, max_pages: 10_001 },
        { url, max_pages: 1e300 },
        { url, include: Array(500_000).fill(0) },
        { url, include: list(101, () => '/') },
        { url, exclude: ['/'.padEnd(900_000, '*')] },
        { url, exclude: list(200, () => '/'.padEnd(5_000, '*a')) },
        { url, include: { length: 1e9 } },
      ];
      await server.figures();
      const outcomes: Outcome[] = [];
      for (const body of bodies) outcomes.push(await create(server, 'second', body));
      const figures = await server.figures();
      const accepted = outcomes.filter(({ status }) => status !== 422 && status !== 413);
      return [
        { what: 'accepted', measured: accepted.length, bound: 0, unit: '', note: endsOf(outcomes) },
        blockOf(figures),
      ];
    },
  },
  {
    name: 'crawls: backtracking patterns',
    run: (server) =>
      withTarget(linkedPages(200), async (origin) => {
        await server.figures();
        const alone = await report(server, 'victim', `${origin}/tiny`);
        const body = { url: origin, max_pages: 50, exclude: backtracking };
        const crawl = untilEnded(server, 'third', body);
        const other = await slowestReport(server, `${origin}/tiny`, crawl);
        const requested = await crawl;
        const figures = await server.figures();
        return [
          { what: 'pages', measured: requested, bound: 50, unit: '' },
          blockOf(figures),
          otherOwner(other, alone, 1_000),
          failures([other]),
        ];
      }),
  },
];

/** Sends a crawl as JSON. */
async function create(server: AttackedServer, owner: Owner, body: object): Promise<Outcome> {
  const startedAt = performance.now();
  const { status, headers, json } = await sendJson(server, owner, body);
  const { code = '' } = json as { readonly code?: string };
  const ms = performance.now() - startedAt;
  return { status, code, ms, retryAfter: headers.get('retry-after'), websiteId: undefined };
}

function sendJson(server: AttackedServer, owner: Owner, body: object) {
  const client = createApiClient(server.address, server.keys[owner]);
  return client.send('POST', '/api/v1/crawls', JSON.stringify(body), 'application/json');
}

/** Crawls a site to its end, and returns how many pages were requested. */
async function untilEnded(server: AttackedServer, owner: Owner, body: object): Promise<number> {
  const client = createApiClient(server.address, server.keys[owner]);
  const created = await sendJson(server, owner, body);
  if (created.status !== 202) throw new Error(`the crawl was refused with ${created.status}`);
  const { id } = (created.json as { readonly data: { readonly id: number } }).data;
  for (;;) {
    const { json } = await client.send('GET', `/api/v1/crawls/${id}`);
    const { data } = json as { readonly data: CrawlData };
    const { done, failed, redirected } = data.progress;
    if (data.status === 'done') return done + failed + redirected;
    if (data.ended_at !== null) throw new Error(`the crawl ended as ${data.status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface CrawlData {
  readonly status: string;
  readonly ended_at: string | null;
  readonly progress: Readonly<Record<'done' | 'failed' | 'redirected', number>>;
}

function list<Item>(length: number, item: (at: number) => Item): readonly Item[] {
  return Array.from({ length }, (_, at) => item(at));
}
