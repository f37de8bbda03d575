import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  type CrawlPage,
  embeddedQueue,
  type Queue,
  type ReportDetails,
  SitegradeError,
  type Store,
} from '@sitegrade/core';
import { defaultRuleset } from '@sitegrade/core/checks';
import { rulesetChecksOf } from '@sitegrade/core/internal';
import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleScript } from '../../../scripts/bundle-script.ts';
import { commandScript } from '../../../scripts/start-command.ts';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { crawlSetup } from './crawl-site.ts';
import { type CrawlThreads, relayed, startCrawlThreads, type ThreadData } from './crawl-threads.ts';
import { type Environment, interrupted } from './environment.ts';
import { run } from './fixtures/run.ts';
import { smallDetails } from './small-details.ts';

const count = 560;
/** As many pages are sent before threads work. */
const sentBefore = 40;

/** The first one links to all others, none has a description, and one in ten has a link that leads nowhere. */
function pageOf(page: number): string {
  const to = page === 0 ? Array.from({ length: count }, (_, at) => at) : [0, (page + 1) % count];
  const gone = page % 10 === 0 ? '<a href="/gone">More</a>' : '';
  const links = to.map((at) => `<a href="/${at}">Item ${at}</a>`);
  return `<!DOCTYPE html><html lang="en"><title>Item ${page}</title><h1>Item ${page}</h1>${gone}\n${links.join('\n')}`;
}

function folderOfPages(): string {
  const folder = temporaryFolder();
  for (let page = 0; page < count; page++) {
    writeFileSync(join(folder, `${page === 0 ? 'index' : page}.html`), pageOf(page));
  }
  return folder;
}

const ended = (thread: Worker) => new Promise((resolve) => thread.once('exit', resolve));

/** Threads of the command. `working` resolves when the first one works. */
function threadsOf(args: readonly string[]) {
  const script = new URL(`file://${bundleScript(commandScript)}`);
  const started: Promise<unknown>[] = [];
  let release = () => {};
  const working = new Promise<void>((resolve) => {
    release = resolve;
  });
  const threads: NonNullable<Environment['threads']> = {
    most: 2,
    isBusy: () => true,
    start(data) {
      const thread = new Worker(script, { argv: [...args], workerData: data });
      started.push(
        new Promise<void>((resolve) => {
          thread.on('message', (message) => message === null && resolve());
        }),
      );
      void started[0]?.then(release);
      return thread;
    },
  };
  return { threads, started, working };
}

/** A site of {@link count} pages, which need a header. */
async function startSite(working: Promise<void>, onPage: (nth: number) => void = () => {}) {
  const requested: number[] = [];
  let held: Promise<void> | undefined;
  const server = createServer(async ({ url = '', headers }, response) => {
    const page = Number(url === '/' ? 0 : (/^\/(\d+)$/.exec(url)?.[1] ?? Number.NaN));
    if (!(page < count)) return response.writeHead(404).end();
    if (headers['x-stage'] !== 'secret') return response.writeHead(401).end();
    const nth = requested.push(page);
    // Not for longer, as a crawl gives up a site that does not respond.
    if (nth > sentBefore) held ??= Promise.race([working, wait(5_000)]);
    await held;
    onPage(nth);
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(page));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested };
}

const argsOf = (site: string, ...more: readonly string[]) => [
  ...['crawl', site, '--quiet', '--max-pages', '1000', '--concurrency', '4', '-f', 'json', ...more],
];

describe('a crawl with threads', () => {
  it('finds what one thread finds', async () => {
    const header = ['--header', 'X-Stage: secret'];
    const alone = await startSite(Promise.resolve());
    const expected = JSON.parse((await run(argsOf(alone.origin, ...header))).stdout);
    let release = () => {};
    const working = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { origin, requested } = await startSite(working);
    const args = argsOf(origin, ...header);
    const several = threadsOf(args);
    void several.working.then(release);
    const { exitCode, stdout, stderr } = await run(args, { threads: several.threads });
    expect([exitCode, stderr, several.started.length]).toEqual([0, '', 1]);
    expect(new Set(requested).size).toBe(count);
    const { pages, issues, crawl } = JSON.parse(stdout.replaceAll(origin, alone.origin));
    expect([crawl.score, crawl.end]).toEqual([expected.crawl.score, 'complete']);
    expect(issues).toEqual(expected.issues);
    expect(pages).toEqual(expected.pages);
  });

  it('has the places of findings in local files', async () => {
    const folder = folderOfPages();
    const alone = join(temporaryFolder(), 'alone.sarif');
    expect((await run(['crawl', folder, '-o', alone])).exitCode).toBe(0);
    const file = join(temporaryFolder(), 'threads.sarif');
    const args = ['crawl', folder, '-o', file];
    const { threads, started } = threadsOf(args);
    expect((await run(args, { threads })).exitCode).toBe(0);
    expect(started.length).toBe(1);
    expect(await readFile(file, 'utf8')).toBe(await readFile(alone, 'utf8'));
  });

  it('writes what is there when it is stopped', async () => {
    const stop = new AbortController();
    let release = () => {};
    const working = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { origin } = await startSite(working, (nth) => {
      if (nth === 120) stop.abort(interrupted('SIGINT'));
    });
    const args = argsOf(origin, '--header', 'X-Stage: secret');
    const several = threadsOf(args);
    void several.working.then(release);
    const { exitCode, stdout } = await run(args, {
      threads: several.threads,
      listenForInterruption: () => ({ signal: stop.signal, release: () => {} }),
    });
    const { crawl, pages } = JSON.parse(stdout);
    expect([exitCode, crawl.status]).toEqual([130, 'canceled']);
    expect(pages.length).toBeGreaterThan(sentBefore);
  });

  it.each([
    [[], 3],
    [['--concurrency', '4'], 1],
  ])('of a local folder has as many requests at a time as cores: %j', async (more, share) => {
    const folder = folderOfPages();
    const shares: number[] = [];
    const start = ({ places }: ThreadData) => {
      shares.push(places);
      return new Worker('throw new Error("enough")', { eval: true });
    };
    await run(['crawl', folder, ...more], { threads: { most: 10, isBusy: () => true, start } });
    expect(shares).toEqual([share, share, share]);
  });

  it.each([
    ['throws', 'throw new Error("out of order")', 'out of order'],
    ['ends', 'process.exit(2)', 'A thread of the crawl ended with 2.'],
  ])('goes on without a thread that %s', async (_, script, why) => {
    const { origin } = await startSite(Promise.resolve());
    const start = () => new Worker(script, { eval: true });
    const { exitCode, stdout, stderr } = await run(argsOf(origin, '--header', 'X-Stage: secret'), {
      threads: { most: 2, isBusy: () => true, start },
    });
    const { pages } = JSON.parse(stdout);
    expect([exitCode, stderr, pages.length]).toEqual([
      0,
      `The crawl goes on with one thread: ${why}\n`,
      // The first one has two URLs, and one of them is not there.
      count + 2,
    ]);
  });

  it('goes on without threads that cannot be started, and leaves none', async () => {
    const { origin } = await startSite(Promise.resolve());
    const started: Worker[] = [];
    const ends: Promise<unknown>[] = [];
    const start = () => {
      if (started.length === 1) throw new Error('no more threads');
      const thread = new Worker('setInterval(() => {}, 1_000)', { eval: true });
      started.push(thread);
      ends.push(ended(thread));
      return thread;
    };
    const { exitCode, stderr } = await run(argsOf(origin, '--header', 'X-Stage: secret'), {
      threads: { most: 3, isBusy: () => true, start },
    });
    expect([exitCode, stderr]).toEqual([0, 'The crawl goes on with one thread: no more threads\n']);
    await Promise.all(ends);
    expect(started.length).toBe(1);
  });
});

it('reads what another thread has stored', async () => {
  const checks = rulesetChecksOf(defaultRuleset);
  const [check] = checks;
  if (check === undefined) throw new Error('There are no checks.');
  const passed = { status: 'pass', points: 1, weight: check.weight };
  const results = Object.fromEntries(checks.map(({ id, weight }) => [id, { ...passed, weight }]));
  const whole = { fixFirst: [], checks: results } as unknown as ReportDetails;
  const stored = { details: smallDetails(whole, checks) } as CrawlPage;
  const store = memoryStore();
  const { options } = crawlSetup(
    { ...store, crawls: { ...store.crawls, findPage: async () => stored } },
    { maxPages: 10, concurrency: 1, checks },
  );
  const read = await options.store.crawls.findPage('owner', 1, 1);
  expect(read?.details?.checks[check.id]).toMatchObject({ status: 'pass', title: check.title });
});

/** Starts threads that run a script, does something with them, and resolves with why they failed. */
async function failureOf(
  script: string,
  {
    count = 1,
    store = memoryStore(),
    queue = embeddedQueue(),
    use = () => {},
  }: {
    readonly count?: number;
    readonly store?: Store;
    readonly queue?: Queue;
    readonly use?: (threads: CrawlThreads) => void;
  },
): Promise<unknown> {
  const threads: Worker[] = [];
  const start = (data: ThreadData) => {
    const workerData = { ...data, number: threads.length + 1 };
    const thread = new Worker(script, { eval: true, workerData });
    threads.push(thread);
    return thread;
  };
  const given = { store, queue, local: undefined, crawlId: 1, places: 2 };
  const started = startCrawlThreads(count, start, given);
  use(started);
  await Promise.race(threads.map(ended));
  await started.stop();
  return started.failure()?.error;
}

it('sends a thread the error of the store with its code', async () => {
  const store = memoryStore();
  const refused = new SitegradeError('overloaded', 'No room.', { retryAfterSeconds: 3 });
  const claim = () => Promise.reject(refused);
  const script = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ error }) => { throw Object.assign(new Error(), error); });
    parentPort.postMessage({ id: 1, method: ['crawls', 'claim'], args: [] });`;
  const refusing = { ...store, crawls: { ...store.crawls, claim } };
  expect(await failureOf(script, { store: refusing })).toMatchObject({
    name: 'SitegradeError',
    message: 'No room.',
    code: 'overloaded',
    retryAfterSeconds: 3,
  });
});

describe('what is announced', () => {
  const script = `const { parentPort, workerData } = require('node:worker_threads');
    parentPort.on('message', (tickets) => { throw new Error(workerData.number + ' heard ' + tickets); });`;

  it('by a thread is heard by the others, and by the first one', async () => {
    const announced: number[] = [];
    const queue = {
      ...embeddedQueue(),
      announce: async (count: number) => void announced.push(count),
    };
    const announcing = `${script} if (workerData.number === 1) parentPort.postMessage(3);`;
    const failure = await failureOf(announcing, { count: 2, queue });
    expect([failure, announced]).toEqual([expect.objectContaining({ message: '2 heard 3' }), [3]]);
  });

  it('by the first one is heard by the others, unless it is due later', async () => {
    const use = (threads: CrawlThreads) => {
      const queue = relayed(embeddedQueue(), threads.wake);
      void queue.announce(4, 1_000).then(() => queue.announce(5));
    };
    expect(await failureOf(script, { use })).toMatchObject({ message: '1 heard 5' });
  });
});
