import type { LaunchedBrowser } from './launch-browser.ts';
import {
  type BrowserProcess,
  lowerPriority,
  type ProcessTree,
  processTree,
  setSessionPriority,
} from './process-tree.ts';

const MiB = 1024 * 1024;

/** What one process with pages may use. */
const maxRendererBytes = 768 * MiB;

/** What a browser with a page may use. */
const maxBrowserBytes = 1_280 * MiB;

/** A process with pages that uses less is not the one to end then. */
const maxSmallBytes = 250 * MiB;

/** What a browser without open pages may use before it is replaced. */
const maxIdleBytes = 400 * MiB;

/**
 * The CPU time that a page may use before other pages and this server go first: in its own processes, which then have a
 * low priority, and in the others of its browser, which all have it then.
 */
const maxCpuSeconds = 1;
const maxOtherCpuSeconds = 3;

/** Watches what a browser uses while a page is open. */
export interface UsageWatch {
  /**
   * Calls a function when something is ended because of its memory, until the returned one is called.
   *
   * @param isSlowedDown - Whether the page gets a low priority when it has used much CPU time. Default: `true`.
   */
  open(onExcess: OnExcess, isSlowedDown?: boolean): () => void;
  /** Whether the browser itself has a low priority, which cannot be taken back: it should be replaced. */
  isSlowed(): boolean;
  /** Whether the browser uses so much without pages that it should be replaced. */
  hasGrown(): Promise<boolean>;
}

/** Called before a process with pages, or the whole browser, is ended. */
type OnExcess = (ended: 'process' | 'browser') => void;

/** How often it is read. A page can fill a gigabyte in a second. */
const intervalMs = 100;

/** The page that is open. */
interface WatchedPage {
  readonly onExcess: OnExcess;
  readonly isSlowedDown: boolean;
  /** The CPU time of the other processes before. */
  usedBefore?: number;
}

/** Starts nothing until a page is open. */
export function usageWatch(
  browser: Pick<LaunchedBrowser, 'pid' | 'hasExited' | 'kill'>,
  tree: ProcessTree = processTree(browser.pid),
  priorities = { lowerPriority, setSessionPriority },
): UsageWatch {
  let page: WatchedPage | undefined;
  let isScheduled = false;
  let isSlowed = false;
  let isSessionSlow = false;
  /** Processes with a low priority. */
  let slowed = new Set<number>();

  const schedule = (): void => {
    isScheduled = page !== undefined;
    if (isScheduled) setTimeout(check, intervalMs);
  };
  const check = async (): Promise<void> => {
    const processes = await tree.sample();
    const excess = excessIn(processes);
    if (page !== undefined && excess !== null && !browser.hasExited()) {
      page.onExcess(excess === 'browser' ? 'browser' : 'process');
      if (excess === 'browser') void browser.kill();
      else endProcess(excess.pid);
    }
    const isSlow = page?.isSlowedDown === true && (await slowDown(page, processes));
    if (isSlow !== isSessionSlow && (await priorities.setSessionPriority(browser.pid, isSlow)))
      isSessionSlow = isSlow;
    schedule();
  };
  /** Whether the page has used too much. */
  const slowDown = async (
    watched: WatchedPage,
    processes: readonly BrowserProcess[],
  ): Promise<boolean> => {
    slowed = new Set(processes.map(({ pid }) => pid).filter((pid) => slowed.has(pid)));
    const own = processes.filter(({ type }) => type === 'renderer');
    const used = cpuOf(own);
    const usedByOthers = cpuOf(processes) - used;
    watched.usedBefore ??= usedByOthers;
    isSlowed ||= usedByOthers - watched.usedBefore > maxOtherCpuSeconds;
    const isOwnSlowed = used > maxCpuSeconds || own.some(({ pid }) => slowed.has(pid));
    for (const { pid } of isSlowed ? processes : isOwnSlowed ? own : []) {
      if (slowed.has(pid)) continue;
      slowed.add(pid);
      await priorities.lowerPriority(pid);
    }
    return isSlowed || isOwnSlowed;
  };
  return {
    open(onExcess, isSlowedDown = true) {
      const opened = { onExcess, isSlowedDown };
      page = opened;
      if (!isScheduled) schedule();
      return () => {
        if (page === opened) page = undefined;
      };
    },
    isSlowed: () => isSlowed,
    async hasGrown() {
      return total(await tree.sample()) > maxIdleBytes;
    },
  };
}

/** The process that must end: one with too large pages, else the largest one with pages, else the browser. */
export function excessIn(processes: readonly BrowserProcess[]): BrowserProcess | 'browser' | null {
  const [largest] = processes
    .filter(({ type }) => type === 'renderer')
    .sort((a, b) => b.bytes - a.bytes);
  if (largest !== undefined && largest.bytes > maxRendererBytes) return largest;
  if (total(processes) <= maxBrowserBytes) return null;
  // Ending a small one would not help.
  return largest !== undefined && largest.bytes > maxSmallBytes ? largest : 'browser';
}

const total = (processes: readonly BrowserProcess[]) => sum(processes.map(({ bytes }) => bytes));

const cpuOf = (processes: readonly BrowserProcess[]) =>
  sum(processes.map(({ cpuSeconds }) => cpuSeconds));

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
