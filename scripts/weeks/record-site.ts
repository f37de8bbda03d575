import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCrawl, createJobs, getJobProgress, startWorker } from '@sitegrade/core';
import type {
  CrawlLease,
  CrawlPageOutcome,
  CrawlStore,
  NewReport,
  Store,
} from '@sitegrade/core/store';
import { owner, waitForCrawl } from '../crawls/crawl-site.ts';
import { openCrawls } from '../crawls/open-crawls.ts';
import { type Respond, startOrigin } from '../crawls/origin.ts';

/** The methods that change a crawl during a step. */
const stepMethods = [
  'begin',
  'addUrls',
  'refill',
  'setLinks',
  'revisePages',
  'endStep',
  'end',
] as const satisfies readonly (keyof CrawlStore)[];

/** A call of a step, without its lease. */
interface StepCall {
  readonly method: (typeof stepMethods)[number];
  readonly given: readonly unknown[];
}

/** What a crawl of a website and reports of some of its pages have stored. */
export interface RecordedSite {
  readonly origin: string;
  /** The calls of each step, in order. */
  readonly steps: readonly (readonly StepCall[])[];
  /** How each page ended, by its number. */
  readonly outcomes: ReadonlyMap<number, CrawlPageOutcome>;
  readonly reports: readonly NewReport[];
}

/**
 * Crawls a site on loopback, creates reports of its first pages, and keeps what was stored.
 *
 * @param siteOf - Makes the site of an origin.
 */
export async function recordSite(
  siteOf: (origin: string) => Respond,
  { pages, reports }: { readonly pages: number; readonly reports: number },
): Promise<RecordedSite> {
  const site = await startOrigin(siteOf);
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-weeks-'));
  const steps: StepCall[][] = [];
  const outcomes = new Map<number, CrawlPageOutcome>();
  const stored: NewReport[] = [];
  const { context, close } = openCrawls(
    {
      filename: join(folder, 'recorded.sqlite'),
      nameServer: site.nameServer,
      perHost: 4,
      concurrency: 4,
    },
    (store) => recording(store, { steps, outcomes, stored }),
  );
  try {
    await context.store.migrate();
    const worker = startWorker(context, { concurrency: 4 });
    const crawl = await createCrawl(context, owner, { url: `${site.origin}/`, maxPages: pages });
    await waitForCrawl(context, crawl.id);
    const urls = [...outcomes.keys()]
      .sort((a, b) => a - b)
      .slice(0, reports)
      .map((number) => urlOf(steps, number));
    const { batchId } = await createJobs(context, owner, { urls });
    while ((await getJobProgress(context, owner, batchId)).done < urls.length) await sleep(50);
    await worker.stop();
    return { origin: site.origin, steps, outcomes, reports: stored };
  } finally {
    await close();
    await site.close();
    rmSync(folder, { recursive: true });
  }
}

interface Recording {
  readonly steps: StepCall[][];
  readonly outcomes: Map<number, CrawlPageOutcome>;
  readonly stored: NewReport[];
}

function recording(store: Store, { steps, outcomes, stored }: Recording): Store {
  const { crawls, reports } = store;
  const keepOutcome = ({ page }: CrawlLease, outcome: CrawlPageOutcome) => {
    if (page !== null) outcomes.set(page, outcome);
  };
  const keepStep = <Claimed extends Awaited<ReturnType<CrawlStore['claim']>>>(claimed: Claimed) => {
    if (claimed?.work.kind === 'step') steps.push([]);
    return claimed;
  };
  const ofSteps = Object.fromEntries(
    stepMethods.map((method) => [
      method,
      (lease: CrawlLease, ...given: unknown[]) => {
        steps.at(-1)?.push({ method, given });
        return (crawls[method] as (...all: unknown[]) => Promise<boolean>)(lease, ...given);
      },
    ]),
  );
  return {
    ...store,
    crawls: {
      ...crawls,
      ...ofSteps,
      claim: async (claim) => keepStep(await crawls.claim(claim)),
      endPage(lease, outcome, now) {
        keepOutcome(lease, outcome);
        return crawls.endPage(lease, outcome, now);
      },
      async endPageAndClaim(lease, outcome, claim) {
        keepOutcome(lease, outcome);
        const ended = await crawls.endPageAndClaim(lease, outcome, claim);
        keepStep(ended.next);
        return ended;
      },
    },
    reports: {
      ...reports,
      createOnce(report, claim) {
        stored.push(report);
        return reports.createOnce(report, claim);
      },
    },
  };
}

/** The URL of a page that a step has added. */
function urlOf(steps: readonly (readonly StepCall[])[], number: number): string {
  for (const { method, given } of steps.flat()) {
    const urls = method === 'begin' ? (given[0] as { urls: unknown }).urls : given[0];
    if (method !== 'begin' && method !== 'addUrls') continue;
    const found = (urls as readonly { id: number; url: string }[]).find(({ id }) => id === number);
    if (found) return found.url;
  }
  throw new Error(`No step has added the page ${number}.`);
}
