import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, createCrawl, getCrawl } from '@sitegrade/core';
import { startPostgres } from '../../packages/store-postgres/test/start-postgres.ts';
import {
  crawlSite,
  type EndedCrawl,
  owner,
  readCrawl,
  waitForCrawl,
} from '../crawls/crawl-site.ts';
import { generateSite } from '../crawls/generated-site.ts';
import { openCrawls } from '../crawls/open-crawls.ts';
import { type LoggedRequest, type Origin, startOrigin } from '../crawls/origin.ts';
import { whenAvailable } from '../crawls/when-available.ts';
import { disturbSteps, type StepFault, type StepTimes } from './disturb-steps.ts';
import { startWorkers } from './start-workers.ts';

/** A crawl by three workers that are killed, frozen, and on Postgres have clocks seven hours apart. */
export interface CrawlScenario {
  readonly database: 'sqlite' | 'postgres';
  /** The number of ordinary pages; the issues are planted in others. */
  readonly items: number;
  /** How often a worker is killed, evenly among the pages. */
  readonly kills: number;
  /** What happens to workers in steps. */
  readonly stepFaults: readonly StepFault[];
  readonly times: StepTimes;
}

/** What happened in a scenario. */
export interface CrawlOutcome {
  /** What must not happen. Empty if all is well. */
  readonly faults: readonly string[];
  readonly seconds: number;
  readonly pages: number;
  readonly kills: number;
  /** How many pages were requested more than once. */
  readonly requestedAgain: number;
  /** The longest time until another worker began with a step that was lost, in seconds. */
  readonly takenOverAfter: number;
}

/** Each worker that is killed may have leased all of these, and they wait for the end of their leases. */
const perHost = 6;

/** How long a page takes, in milliseconds. */
const pageMs = 100;

const maxMs = 30 * 60_000;

const hourMs = 3_600_000;

/** How far the clocks of the workers are ahead, if the clock of the database counts. */
const clocks = [0, 7 * hourMs, -7 * hourMs] as const;

/**
 * Crawls a generated site undisturbed, and then with workers that are disturbed, and compares both.
 *
 * @param script - The bundled `scripts/crawls/worker.ts`.
 */
export async function runCrawlScenario(
  scenario: CrawlScenario,
  script: string,
): Promise<CrawlOutcome> {
  const site = await startOrigin(
    (origin) => generateSite(origin, { items: scenario.items, times: 1 }).respond,
  );
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-faults-'));
  const postgres = scenario.database === 'postgres' ? await startPostgres() : undefined;
  try {
    const undisturbed = await crawlSite(site, { maxPages: 10_000, perHost: 10, maxMs });
    site.reset();
    site.delayOf = () => pageMs;
    const settings = {
      ...(postgres
        ? { connectionString: postgres.connectionString }
        : { filename: join(folder, 'crawls.sqlite') }),
      nameServer: site.nameServer,
      perHost,
      concurrency: 4,
      heldSteps: { leaseMs: scenario.times.leaseMs },
    };
    const { context, close } = openCrawls(settings);
    try {
      await context.store.migrate();
      return await crawlAndKill(scenario, { context, settings, site, script, undisturbed });
    } finally {
      await close();
    }
  } finally {
    await postgres?.remove();
    rmSync(folder, { recursive: true });
    await site.close();
  }
}

interface Parts {
  readonly context: Context;
  readonly settings: object;
  readonly site: Origin;
  readonly script: string;
  readonly undisturbed: EndedCrawl;
}

async function crawlAndKill(
  scenario: CrawlScenario,
  { context, settings, site, script, undisturbed }: Parts,
): Promise<CrawlOutcome> {
  const startedAt = performance.now();
  const { url } = undisturbed.crawl;
  const { id } = await createCrawl(context, owner, { url, maxPages: 10_000 });
  const steps = disturbSteps(scenario.stepFaults, scenario.times);
  const settingsOf = (index: number) => ({
    ...settings,
    clockMs: scenario.database === 'postgres' ? clocks[index] : 0,
  });
  const workers = startWorkers(clocks.length, script, settingsOf, steps.onLine);
  const total = undisturbed.pages.length;
  let kills = 0;
  const killWhenDue = async () => {
    const { progress } = await whenAvailable(() => getCrawl(context, owner, id));
    const over = progress.discovered - progress.queued - progress.running;
    if (steps.isBusy || kills >= scenario.kills || over < (total * (kills + 0.5)) / scenario.kills)
      return;
    kills += 1;
    workers.killOne();
  };
  try {
    const crawl = await waitForCrawl(context, id, {
      maxMs,
      whileRunning: killWhenDue,
      faults: workers.faults,
    });
    const ended = await readCrawl(context, crawl);
    const faults = [...workers.faults, ...steps.faults, ...differencesOf(ended, undisturbed)];
    for (const { step, fault } of steps.left) faults.push(`no step ${step} for the fault ${fault}`);
    const requestedAgain = repeatedOf(site.log);
    // Start page, robots.txt and the other files of the site are requested before the crawl.
    const lost = kills + scenario.stepFaults.length;
    if (requestedAgain > lost * perHost + 10) {
      faults.push(`${requestedAgain} pages were requested again`);
    }
    if (kills < scenario.kills) faults.push(`only ${kills} kills before the crawl had ended`);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const takenOverAfter = Math.round(Math.max(0, ...steps.takenOverAfterMs) / 1_000);
    return { faults, seconds, pages: ended.pages.length, kills, requestedAgain, takenOverAfter };
  } finally {
    await workers.stop();
  }
}

/** What two crawls of a site have not in common. */
function differencesOf(ended: EndedCrawlRows, undisturbed: EndedCrawlRows): string[] {
  const faults: string[] = [];
  const { crawl, pages } = ended;
  const counts = new Map<string, number>();
  for (const { state } of pages) counts.set(state, (counts.get(state) ?? 0) + 1);
  for (const state of ['queued', 'running', 'done', 'redirected', 'failed'] as const) {
    const counted = counts.get(state) ?? 0;
    if (crawl.progress[state] !== counted) {
      faults.push(`progress has ${crawl.progress[state]} pages ${state}, but ${counted} are`);
    }
  }
  if (crawl.progress.discovered !== pages.length) {
    faults.push(`progress has ${crawl.progress.discovered} pages, but there are ${pages.length}`);
  }
  const same: readonly [string, (rows: EndedCrawlRows) => unknown][] = [
    ['pages', (rows) => rows.pages],
    ['issues', (rows) => rows.issues],
    ['end', (rows) => [rows.crawl.status, rows.crawl.end, rows.crawl.score, rows.crawl.progress]],
  ];
  for (const [name, partOf] of same) {
    const [disturbed, expected] = [
      JSON.stringify(partOf(ended)),
      JSON.stringify(partOf(undisturbed)),
    ];
    if (disturbed !== expected)
      faults.push(`the ${name} differ: ${firstDifference(disturbed, expected)}`);
  }
  return faults;
}

type EndedCrawlRows = Omit<EndedCrawl, 'seconds'>;

function firstDifference(actual: string, expected: string): string {
  const at = Array.from(actual).findIndex((character, index) => character !== expected[index]);
  const start = Math.max(0, at - 100);
  return `${actual.slice(start, at + 100)} instead of ${expected.slice(start, at + 100)}`;
}

/** How many paths were requested more than once. */
function repeatedOf(log: readonly LoggedRequest[]): number {
  const counts = new Map<string, number>();
  for (const { path } of log) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > 1).length;
}
