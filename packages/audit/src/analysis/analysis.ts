import type { Connections } from '../fetch/connections.ts';
import { type Deadline, startDeadline } from '../fetch/deadline.ts';
import { fetchError } from '../fetch/fetch-error.ts';
import type { Fetched, FetchedPage } from '../fetch/fetched.ts';
import { createFetcher, type Fetcher, type OnRequest } from '../fetch/fetcher.ts';
import type { SiteHeaders } from '../fetch/site-headers.ts';
import { type CpuAccount, openCpuAccount } from '../limits/cpu-account.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { readPage } from '../page/read-page.ts';
import { type PageUrls, resolvePageUrls } from '../readings/page-urls.ts';
import type { AnalysisMemory, PageMemory } from './analysis-memory.ts';
import { factsMemory } from './facts-memory.ts';

/** Who an analysis is for, and its limits other than those of the network. */
export interface AnalysisOptions {
  /** The owner for fair scheduling. Analyses without an owner count as one owner. */
  readonly ownerId?: string | undefined;
  /** The memory of all analyses. By default, there is no limit. */
  readonly memory?: AnalysisMemory | undefined;
  /** Aborts the analysis, which then throws its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Headers of requests to one origin. */
  readonly siteHeaders?: SiteHeaders;
  /** See `analyzePage`. */
  readonly onRequest?: OnRequest | undefined;
}

/** The time, the CPU time, the memory and the requests of one analysis. */
export interface Analysis {
  /** Aborts when a limit is exceeded, with the error as its reason. */
  readonly signal: AbortSignal;
  /** The time limit for fetching and reading the page, within that of the analysis. */
  readonly reading: Deadline;
  readonly cpu: CpuAccount;
  readonly fetcher: Fetcher;
  readonly memory: PageMemory | undefined;
  /** Opens another account of memory, for the page as scripts built it. It is closed with the analysis. */
  openMemory(): PageMemory | undefined;
  /** Stops its time limits until the returned function is called. */
  pause(): () => void;
  /** Ends what is still running. Call it in any case. */
  close(): void;
}

/** Starts an analysis: the page must be read within `limits.totalMs`; then there are `limits.cpuMs` for checks. */
export function openAnalysis(connections: Connections, options: AnalysisOptions): Analysis {
  const { totalMs, cpuMs } = connections.network.limits;
  const { ownerId = '', siteHeaders, onRequest } = options;
  const timeoutError = () => fetchError('analysis_timeout');
  const analysis = startDeadline({
    ms: totalMs + cpuMs,
    error: timeoutError,
    signal: options.signal,
  });
  const { signal } = analysis;
  const reading = startDeadline({ ms: totalMs, error: timeoutError, signal });
  const cpu = openCpuAccount({
    limitMs: cpuMs,
    signal,
    onSpent: () => analysis.end(fetchError('page_too_complex')),
    ownerId,
  });
  const fetcher = createFetcher(connections, {
    signal,
    onRequest,
    ...(siteHeaders && { siteHeaders }),
  });
  const accounts: PageMemory[] = [];
  const openMemory = () => {
    const account = options.memory?.open(ownerId, analysis.end);
    if (account !== undefined) accounts.push(account);
    return account;
  };
  const memory = openMemory();
  return {
    signal,
    reading,
    cpu,
    fetcher,
    memory,
    openMemory,
    pause() {
      const resumes = [analysis, reading, fetcher].map((limited) => limited.pause());
      return () => {
        for (const resume of resumes) resume();
      };
    },
    close() {
      reading.clear();
      // Requests for the site of a page that failed may still be read.
      analysis.end(new Error('The analysis is over.'));
      for (const account of accounts) account.close();
      fetcher.close();
    },
  };
}

/**
 * Reads a page that was fetched. The body is not returned, so it can be collected. The time that it waits for
 * memory is not that of the page.
 *
 * @throws SitegradeError `overloaded` if there is no memory to read it, or another limit is exceeded.
 */
export async function readFetched(
  { body, ...response }: Fetched,
  { cpu, memory, reading, pause }: Analysis,
): Promise<{ readonly page: PageFacts; readonly response: FetchedPage }> {
  const waiting = memory?.startReading(body.length, reading.signal);
  if (waiting !== undefined) await waiting.finally(pause());
  const contentType = response.headers.get('content-type')?.at(-1) ?? null;
  const page = await readPage(body, contentType, { cpu, signal: reading.signal });
  memory?.finishReading(body.length);
  reading.clear();
  return { page, response };
}

/** Resolves the URLs of a page, and releases the memory that its facts turn out not to need. */
export async function readUrls(
  page: PageFacts,
  { finalUrl }: Pick<FetchedPage, 'finalUrl'>,
  { cpu, memory }: Pick<Analysis, 'cpu' | 'memory'>,
): Promise<PageUrls> {
  const urls = await resolvePageUrls(page, finalUrl, cpu);
  if (memory !== undefined) memory.keep(await factsMemory(page, urls, cpu));
  return urls;
}
