import type { LaunchedBrowser } from './launch-browser.ts';
import { type BrowserProcess, type ProcessTree, processTree } from './process-tree.ts';

const MiB = 1024 * 1024;

/** What one process with pages may use. */
const maxRendererBytes = 768 * MiB;

/** What the browser may use, without its pages and for each of them. */
const maxBaseBytes = 1_024 * MiB;
const maxPageBytes = 250 * MiB;

/** What a browser without open pages may use before it is replaced. */
const maxIdleBytes = 400 * MiB;

/** Watches the memory of a browser while pages are open. */
export interface MemoryWatch {
  /** Calls a function when something is ended because of its memory, until the returned one is called. */
  open(onExcess: OnExcess): () => void;
  /** Whether the browser uses so much without pages that it should be replaced. */
  hasGrown(): Promise<boolean>;
}

/** Called before a process with pages, or the whole browser, is ended. */
type OnExcess = (ended: 'process' | 'browser') => void;

/** How often memory is read. A page can fill a gigabyte in a second. */
const intervalMs = 100;

/** Starts nothing until a page is open. */
export function memoryWatch(
  browser: Pick<LaunchedBrowser, 'pid' | 'hasExited' | 'kill'>,
  pages: number,
  tree: ProcessTree = processTree(browser.pid),
): MemoryWatch {
  const listeners = new Set<OnExcess>();
  let isScheduled = false;

  const schedule = (): void => {
    isScheduled = listeners.size > 0;
    if (isScheduled) setTimeout(check, intervalMs);
  };
  const check = async (): Promise<void> => {
    const excess = excessIn(await tree.sample(), pages);
    if (excess !== null && listeners.size > 0 && !browser.hasExited()) {
      for (const onExcess of [...listeners]) onExcess(excess === 'browser' ? 'browser' : 'process');
      if (excess === 'browser') void browser.kill();
      else endProcess(excess.pid);
    }
    schedule();
  };
  return {
    open(onExcess) {
      listeners.add(onExcess);
      if (!isScheduled) schedule();
      return () => listeners.delete(onExcess);
    },
    async hasGrown() {
      return total(await tree.sample()) > maxIdleBytes;
    },
  };
}

/** The process that must end: one with too large pages, else the largest one with pages, else the browser. */
export function excessIn(
  processes: readonly BrowserProcess[],
  pages: number,
): BrowserProcess | 'browser' | null {
  const [largest] = processes
    .filter(({ type }) => type === 'renderer')
    .sort((a, b) => b.bytes - a.bytes);
  if (largest !== undefined && largest.bytes > maxRendererBytes) return largest;
  if (total(processes) <= maxBaseBytes + pages * maxPageBytes) return null;
  // Ending a small one would not help.
  return largest !== undefined && largest.bytes > maxPageBytes ? largest : 'browser';
}

const total = (processes: readonly BrowserProcess[]) =>
  processes.reduce((sum, { bytes }) => sum + bytes, 0);

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
