import type { Context } from '../context/context.ts';
import { refusedWrites } from '../events/outages.ts';
import type { LiveProcess, ProcessBeat } from '../store/process-store.ts';
import { makeLeaseToken } from './attempt.ts';
import { pause } from './pause.ts';
import { createProcessNotices } from './process-notices.ts';

/** How often a process records that it is alive. */
const beatMs = 30_000;

/** How long it counts as alive after that: two beats may fail. */
const aliveMs = 90_000;

/** How long a process that ends waits for the store to forget it. It would be forgotten anyway. */
const endMs = 1_000;

/** A process that records that it is alive. */
interface Heartbeat {
  /** Whether this process is the first of those that are alive with its role and the same value of a setting. */
  readonly isFirst: (setting: string) => boolean;
  /** Resolves when the signal has aborted, and the store has forgotten the process. */
  readonly ended: Promise<void>;
}

/** Records twice a minute that a process is alive, until the signal aborts. */
export function beatUntil(
  signal: AbortSignal,
  context: Context,
  { role, settings }: Pick<ProcessBeat, 'role' | 'settings'>,
): Heartbeat {
  const { store, outages } = context;
  const self = { id: makeLeaseToken(context.randomBytes), role, settings };
  const notice = createProcessNotices(context, self);
  let processes: readonly LiveProcess[] = [];

  const beat = async () => {
    try {
      processes = await store.processes.beat({ ...self, aliveMs, now: context.now() });
      outages.succeeded('heartbeat');
      notice(processes);
      if (await store.isWritable()) outages.succeeded(refusedWrites);
    } catch (error) {
      // Others may not know this process any more.
      processes = [];
      outages.failed(error, 'heartbeat');
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      await beat();
      await pause(beatMs, signal);
    }
    const late = new AbortController();
    const forgotten = store.processes.end(self.id).catch(() => {});
    await Promise.race([forgotten, pause(endMs, late.signal)]);
    late.abort();
  };

  return {
    isFirst(setting) {
      const first = processes.find(
        (process) => process.role === role && process.settings[setting] === settings[setting],
      );
      return first?.id === self.id;
    },
    ended: run(),
  };
}

/** A server that records that it is alive. */
export interface ServerHeartbeat {
  /** Stops it. Calling it again returns the same promise. */
  stop(): Promise<void>;
}

/**
 * For a process that takes requests for jobs and crawls: records twice a minute that it is alive, and reports with
 * `onOperation`, or else with process warnings, when no worker has been alive for two minutes, and which options of
 * processes differ. Then the console says, too, that jobs wait for a worker. Workers do the same by themselves.
 *
 * @param context - From `createContext`.
 * @example
 * ```ts
 * const heartbeat = startHeartbeat(context);
 * process.once('SIGTERM', () => void heartbeat.stop());
 * ```
 */
export function startHeartbeat(context: Context): ServerHeartbeat {
  const stopping = new AbortController();
  const { ended } = beatUntil(stopping.signal, context, {
    role: 'server',
    settings: context.sharedSettings,
  });
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
