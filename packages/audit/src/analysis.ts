import { isSitegradeError } from '@sitegrade/foundation/errors';
import { type AnalysisMemory, memoryLimitError, type PageMemory } from './analysis-memory.ts';
import { type CpuAccount, openCpuAccount } from './cpu-account.ts';
import type { Connections } from './fetch/connections.ts';
import { type Deadline, startDeadline } from './fetch/deadline.ts';
import { fetchError } from './fetch/fetch-error.ts';
import type { Fetched, FetchedPage } from './fetch/fetched.ts';
import { createFetcher, type Fetcher } from './fetch/fetcher.ts';
import type { SiteHeaders } from './fetch/site-headers.ts';
import type { PageFacts } from './page/page-facts.ts';
import { readPage } from './page/read-page.ts';

/** Who an analysis is for, and its limits besides those of the network. */
export interface AnalysisOptions {
  /** The owner for fair scheduling. Analyses without an owner count as one owner. */
  readonly ownerId?: string | undefined;
  /** The memory of all analyses. By default, there is no limit. */
  readonly memory?: AnalysisMemory | undefined;
  /** Aborts the analysis, which then throws its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Headers of requests to one origin. */
  readonly siteHeaders?: SiteHeaders;
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
  /** Ends what is still running. Call it in any case. */
  close(): void;
}

/** Starts an analysis: the page must be read within `limits.totalMs`; then there are `limits.cpuMs` for checks. */
export function openAnalysis(connections: Connections, options: AnalysisOptions): Analysis {
  const { totalMs, cpuMs } = connections.network.limits;
  const { ownerId = '', siteHeaders } = options;
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
  const fetcher = createFetcher(connections, { signal, ...(siteHeaders && { siteHeaders }) });
  const memory = options.memory?.open(ownerId);
  return {
    signal,
    reading,
    cpu,
    fetcher,
    memory,
    close() {
      reading.clear();
      // Requests for the site of a page that failed may still be read.
      analysis.end(new Error('The analysis is over.'));
      memory?.close();
      fetcher.close();
    },
  };
}

/**
 * Fetches a page within the memory of the analysis.
 *
 * @param fetch - Sends the request; `grow` is the option of the fetcher.
 */
export async function fetchInMemory(
  { memory, reading }: Pick<Analysis, 'memory' | 'reading'>,
  fetch: (grow: (bytes: number) => Promise<void> | undefined) => Promise<Fetched>,
): Promise<Fetched> {
  try {
    return await fetch((bytes) => memory?.grow(bytes, reading.signal));
  } catch (error) {
    // The site is not slow if the time was spent waiting for memory.
    const isLate = isSitegradeError(error) && error.code === 'page_timed_out';
    throw isLate && memory?.isWaiting ? memoryLimitError() : error;
  }
}

/** Reads a page that was fetched. The body is not returned, so it can be collected. */
export async function readFetched(
  { body, ...response }: Fetched,
  { cpu, memory, reading }: Analysis,
): Promise<{ readonly page: PageFacts; readonly response: FetchedPage }> {
  const contentType = response.headers.get('content-type')?.at(-1) ?? null;
  const page = await readPage(body, contentType, { cpu, signal: reading.signal });
  memory?.finishReading(body.length);
  reading.clear();
  return { page, response };
}
