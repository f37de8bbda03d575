import { availableParallelism } from 'node:os';
import { isMainThread, Worker } from 'node:worker_threads';
import type { Context, ContextOptions, Renderer, RendererProxy, Store } from '@sitegrade/core';
import type { Command } from 'commander';
import type { CrawlThread, ThreadData } from './crawl-threads.ts';

/** Where the command writes: standard output or standard error. */
export interface Output {
  write(text: string | Uint8Array): unknown;
  /** Whether a person sees it in a terminal. */
  readonly isTTY?: boolean | undefined;
  /** The width of the terminal. */
  readonly columns?: number | undefined;
}

/** A signal that aborts when the user stops the command. */
interface Interruption {
  readonly signal: AbortSignal;
  /** Stops listening. Call it in any case. */
  release(): void;
}

/** Everything that the command uses of the process, so that tests can replace it. */
export interface Environment {
  /** The arguments, without Node and the script. */
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<string | Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly now: () => Date;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number;
  /** Calls a function every second until the returned one is called. It does not keep the process alive. */
  readonly everySecond: (run: () => void) => () => void;
  /** Where the command may use several cores. */
  readonly threads?: {
    /** How many are of use here, with this one. */
    readonly most: number;
    /** Whether this thread had no pause in the last second. To be asked several times a second. */
    readonly isBusy: () => boolean;
    /** Starts a thread with the same arguments, whose environment has a `thread`. */
    readonly start: (data: ThreadData) => Worker;
  };
  /** In such a thread. */
  readonly thread?: CrawlThread | undefined;
  /** Listens for Ctrl-C. The commands of the server have their own listeners. */
  readonly listenForInterruption: () => Interruption;
  /** Loads the package with the commands of the server, and with the store of large crawls. */
  readonly loadServer: () => Promise<ServerPackage>;
  /** Loads the package that renders pages in a browser. */
  readonly loadRenderer: () => Promise<RendererPackage>;
  /** Loads the package with the tools for coding agents. */
  readonly loadMcp: () => Promise<McpPackage>;
}

/** What the command uses of the package with the tools for coding agents. */
export interface McpPackage {
  /** Serves the tools on the input and the output of the process, until the input ends or the signal aborts. */
  readonly serveLocalTools: (options: {
    readonly store: Store;
    readonly createContextFor: (url: string, options: Partial<ContextOptions>) => Context;
    readonly directory: string;
    readonly logError: (error: unknown) => void;
    readonly signal: AbortSignal;
  }) => Promise<void>;
}

/** What the command uses of the package that renders pages. */
export interface RendererPackage {
  readonly chromiumRenderer: (options: {
    readonly executablePath?: string;
    readonly pages?: number;
    readonly sandbox?: boolean;
    readonly trustedRemoteBrowser?: string;
    readonly proxy?: RendererProxy;
  }) => Renderer;
}

/** What the command uses of the package of the server. */
export interface ServerPackage {
  readonly serverCommands: () => readonly Command[];
  /** A store in a file, which `remove` removes. */
  readonly openTemporaryStore: () => Promise<{
    readonly store: Store;
    readonly remove: () => Promise<void>;
  }>;
}

/** The exit codes of processes that a signal ended, as shells report them. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** The reason of an aborted signal: the user stopped the command. */
export function interrupted(name: keyof typeof exitCodes): Error & { readonly exitCode: number } {
  return Object.assign(new Error(`Stopped by ${name}.`), { exitCode: exitCodes[name] });
}

/**
 * The environment of this process, or of a thread of it.
 *
 * @param script - The URL of the script of the command.
 */
export async function processEnvironment(script: string): Promise<Environment> {
  const { argv, env, stdin, stdout, stderr } = process;
  endOnFailure(stdout);
  endOnFailure(stderr);
  const args = argv.slice(2);
  const start = (data: ThreadData) =>
    new Worker(new URL(script), { argv: args, workerData: data, stdin: true });
  return {
    args,
    variables: env,
    stdin,
    stdout,
    stderr,
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    everySecond: (run) => {
      const timer = setInterval(run, 1_000);
      timer.unref();
      return () => clearInterval(timer);
    },
    threads: { most: availableParallelism(), isBusy: createBusyWatch(), start },
    ...(!isMainThread && { thread: (await import('./crawl-threads.ts')).openThread() }),
    listenForInterruption,
    loadServer: () => import('@sitegrade/server'),
    loadRenderer: () => import('@sitegrade/renderer-chromium'),
    loadMcp: () => import('@sitegrade/mcp'),
  };
}

/** As of `isBusy` of {@link Environment}. */
function createBusyWatch(): () => boolean {
  let [usage, at, isBusy] = [performance.eventLoopUtilization(), performance.now(), false];
  return () => {
    if (performance.now() - at < 1_000) return isBusy;
    const now = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(now, usage).utilization > 0.9;
    [usage, at] = [now, performance.now()];
    return isBusy;
  };
}

/**
 * Ends the process if it cannot write, as on a full disk. A reader that has enough, such as `head`, closes the pipe:
 * that is not a failure.
 */
function endOnFailure(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    if (stream !== process.stderr) {
      process.stderr.write(`The output could not be written: ${error.message}\n`);
    }
    process.exit(1);
  });
}

function listenForInterruption(): Interruption {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals) => {
    controller.abort(interrupted(name === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return {
    signal: controller.signal,
    release: () => void process.off('SIGINT', stop).off('SIGTERM', stop),
  };
}
