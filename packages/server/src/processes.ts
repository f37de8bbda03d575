import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Queue } from '@sitegrade/core';
import { messageOf } from './message-of.ts';

/** A process that has run for as long, in milliseconds, is started again after the first delay. */
const settledMs = 60_000;

/** The first and the longest time until a process that ended is started again, in milliseconds. Each is twice the one before. */
const firstDelayMs = 1_000;
const longestDelayMs = 60_000;

const variable = 'SITEGRADE_STARTED';

/** Whether this process was started by {@link Processes.start} of another one, and is to end with it. */
export const isStarted = process.env[variable] !== undefined && process.send !== undefined;

/** Options of {@link createProcesses}. */
interface ProcessesOptions {
  /** How many to start. */
  readonly count: number;
  /** The arguments of a process, by its number from 1. */
  readonly argumentsOf: (number: number) => readonly string[];
  /** Receives a line for each process that has ended unasked. */
  readonly warn: (details: object, message: string) => void;
  /** What the processes run. Default: the script of this one. This, the first delay and the clock are for tests. */
  readonly script?: string;
  readonly firstDelayMs?: number;
  readonly monotonicMs?: () => number;
}

/** The other processes of a command: those that its main process starts, or, in one of these, the main process. */
export interface Processes {
  /** Makes a queue that wakes the workers of this process wake those of the others, too. */
  readonly relay: (queue: Queue) => Queue;
  /**
   * Starts the processes. From then on each that ends is started again.
   *
   * @throws Error if one ends before it has called {@link Processes.started}. The reason is in its own output.
   */
  start(): Promise<void>;
  /** Call it in a process that was started, once it works. */
  started(): void;
  /** Lets them stop as SIGTERM does, and waits for their end. Calling it again does no harm. */
  stop(): Promise<void>;
}

/**
 * Prepares the processes of a command. They end with this one, however it ends: their channel to it closes. One that does
 * not notice, as its JavaScript runs forever, is killed when this one exits.
 */
export function createProcesses(options: ProcessesOptions): Processes {
  const { count, argumentsOf, warn, monotonicMs = () => performance.now() } = options;
  const { script = process.argv[1] ?? '' } = options;
  const stopping = new AbortController();
  const children = new Set<ChildProcess>();
  const loops: Promise<void>[] = [];

  type Channel = ChildProcess | typeof process;
  const send = (message: 'started' | number, except?: Channel) => {
    for (const channel of isStarted ? [process] : children) {
      // A process whose channel closes at this moment stops.
      if (channel !== except && channel.connected) {
        channel.send?.(message, undefined, undefined, () => {});
      }
    }
  };
  let wake = (_tickets: number) => {};
  const hear = (channel: Channel) =>
    channel.on('message', (message: unknown) => {
      if (typeof message !== 'number') return;
      wake(message);
      send(message, channel);
    });
  if (isStarted) hear(process);

  /** Resolves with how it ended. */
  const run = async (number: number, onStarted: () => void): Promise<string> => {
    const child = fork(script, argumentsOf(number), {
      env: { ...process.env, [variable]: String(number) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children.add(child);
    hear(child);
    child.on('message', (message) => message === 'started' && onStarted());
    try {
      const [code, signal] = await once(child, 'exit');
      return signal ?? `exit code ${code}`;
    } finally {
      children.delete(child);
    }
  };

  const keep = async (number: number, onStarted: () => void): Promise<void> => {
    let hasStarted = false;
    const first = options.firstDelayMs ?? firstDelayMs;
    for (let delayMs = first; !stopping.signal.aborted; ) {
      const startedAt = monotonicMs();
      const ended = await run(number, () => {
        hasStarted = true;
        onStarted();
      }).catch(messageOf);
      if (stopping.signal.aborted) return;
      if (!hasStarted) {
        throw new Error(
          `PROCESSES (--processes) is ${count}, and process ${number} ended at its start, with ${ended}.`,
        );
      }
      if (monotonicMs() - startedAt >= settledMs) delayMs = first;
      warn({ process: number, ended, delayMs }, 'A process has ended, and is started again');
      await pause(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    }
  };

  return {
    relay(queue) {
      wake = (tickets) => void queue.announce(tickets);
      return {
        ...queue,
        async announce(tickets, delayMs = 0) {
          await queue.announce(tickets, delayMs);
          // Workers know from the store what is due later.
          if (delayMs === 0) send(tickets);
        },
      };
    },
    async start() {
      process.once('exit', () => {
        for (const child of children) child.kill('SIGKILL');
      });
      const begin = (number: number) =>
        new Promise<void>((resolve, reject) => {
          loops.push(keep(number, resolve).then(resolve, reject));
        });
      // Alone, so that what is wrong for all of them is reported once.
      await begin(1);
      await Promise.all(Array.from({ length: count - 1 }, (_, at) => begin(at + 2)));
    },
    started: () => send('started'),
    async stop() {
      stopping.abort();
      for (const child of children) if (child.connected) child.disconnect();
      await Promise.all(loops);
    },
  };
}
