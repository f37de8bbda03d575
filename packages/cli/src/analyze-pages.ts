import {
  analyzePage,
  type Context,
  type ContextOptions,
  createContext,
  type FieldData,
  isSitegradeError,
  type Renderer,
  type RenderMode,
} from '@sitegrade/core';
import type { Ruleset } from '@sitegrade/core/checks';
import { memoryStore } from '@sitegrade/store-memory';
import type { Page } from './findings.ts';
import type { Target } from './target.ts';

/** What the options say about requests and checks. */
export interface AnalysisOptions {
  readonly allowAddresses: readonly string[];
  /** Sent to the origin of each typed URL only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly userAgent: string | undefined;
  readonly ruleset: Ruleset | undefined;
  readonly expectIndexable: boolean;
  readonly compareUserAgents: boolean;
  /** Default: `off`. */
  readonly render?: RenderMode;
  /** How many times the speed of each page is measured. Default: 0. */
  readonly speedRuns?: number;
  /** If pages are rendered, or reports printed. */
  readonly renderer?: Renderer | undefined;
  /** Where the data of real visitors is from. Default: there is none. */
  readonly fieldData?: FieldData | undefined;
}

/** What is happening, for a progress line. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** The URLs that are being analysed. */
  readonly running: readonly string[];
  /** The URL of the request that has taken longest so far; `null` where none is waited for. */
  readonly waitingFor: string | null;
}

/** The owner of every analysis: there is one user. */
export const owner = 'command';

/** Pages that are analysed at the same time, few enough for the hosts and for this machine. */
const concurrency = 4;

const defaultPorts = [80, 443, 8080, 8443];

/**
 * Creates a context that may fetch a target. The address and the port that the user typed are allowed,
 * localhost only if it was typed: a page elsewhere cannot redirect to the services of this machine.
 *
 * @param more - The clock, and what else a command needs.
 */
export function contextFor(
  target: Target,
  options: AnalysisOptions,
  more: Partial<Omit<ContextOptions, 'network'>>,
): Context {
  const { allowAddresses, userAgent, ruleset, expectIndexable, compareUserAgents } = options;
  const { render = 'off', speedRuns = 0, renderer, fieldData } = options;
  return createContext({
    store: memoryStore(),
    ...more,
    expectIndexable,
    compareUserAgents,
    render,
    speedRuns,
    ...(renderer && { renderer }),
    ...(fieldData && { fieldData }),
    ...(ruleset && { ruleset }),
    network: {
      allowAddresses,
      allowLocalhost: target.isLocalhost,
      ports: target.port === null ? defaultPorts : [...defaultPorts, target.port],
      ...(userAgent !== undefined && { userAgent }),
    },
  });
}

/**
 * Analyses pages, a few at a time.
 *
 * @returns what became of each, in the order of the targets.
 * @throws the reason of the signal, and errors that are not about a page.
 */
export async function analyzePages(
  targets: readonly (Target & { readonly context: Context })[],
  {
    headers,
    signal,
    onProgress,
  }: Pick<AnalysisOptions, 'headers'> & {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: Progress) => void;
  },
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  const running = new Set<string>();
  /** In the order in which they were sent. */
  const requests = new Set<{ readonly url: string }>();
  let done = 0;
  const report = () => {
    const [oldest] = requests;
    const waitingFor = oldest?.url ?? null;
    onProgress({ done, total: targets.length, running: [...running], waitingFor });
  };
  const onRequest = (url: string) => {
    const request = { url };
    requests.add(request);
    report();
    return () => {
      requests.delete(request);
      report();
    };
  };
  const waiting = targets.entries();
  const work = async () => {
    for (const [index, { url, context }] of waiting) {
      running.add(url);
      report();
      pages[index] = await analyze(context, url);
      running.delete(url);
      done += 1;
      report();
    }
  };
  const analyze = async (context: Context, url: string): Promise<Page> => {
    try {
      return {
        url,
        analysis: await analyzePage(context, owner, { url }, { signal, headers, onRequest }),
      };
    } catch (error) {
      if (isSitegradeError(error)) return { url, error };
      throw error;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, targets.length) }, work));
  return pages;
}
