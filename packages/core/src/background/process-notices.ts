import type { Context } from '../context/context.ts';
import type { LiveProcess, ProcessBeat } from '../store/process-store.ts';

/**
 * How long something must last before it is reported: longer than a process that was killed still counts as alive, so
 * that restarts and upgrades are not reported.
 */
const noticeMs = 120_000;

/** Whose notices they are. */
type Self = Pick<ProcessBeat, 'id' | 'role' | 'settings'>;

/**
 * Creates a function that is called with the processes that are alive, and reports once when there is no worker for a
 * server, and which settings differ; and when that is over.
 */
export function createProcessNotices(
  context: Pick<Context, 'emitOperation' | 'monotonicMs' | 'knownWorkers'>,
  self: Self,
): (processes: readonly LiveProcess[]) => void {
  const { emitOperation, monotonicMs, knownWorkers } = context;
  /** Since when each setting differs. */
  const differing = new Map<string, number>();
  let reported = '';
  let missingSince: number | undefined;

  const noticeSettings = (processes: readonly LiveProcess[], now: number) => {
    const namesOf = (process: LiveProcess) => differingNames(self, process);
    const names = new Set(processes.flatMap(namesOf));
    for (const name of differing.keys()) if (!names.has(name)) differing.delete(name);
    for (const name of names) if (!differing.has(name)) differing.set(name, now);
    const lasting = [...names].filter((name) => now - (differing.get(name) ?? now) >= noticeMs);
    const shown = lasting.sort().join();
    if (shown === reported) return;
    reported = shown;
    if (lasting.length === 0) {
      emitOperation({ type: 'settings.agree' });
      return;
    }
    const differs = (process: LiveProcess) =>
      namesOf(process).some((name) => lasting.includes(name));
    const count = processes.filter(differs).length;
    emitOperation({ type: 'settings.differ', names: lasting, processes: count });
  };

  const noticeWorkers = (workers: number, now: number) => {
    if (workers > 0) {
      missingSince = undefined;
      if (!knownWorkers.areMissing()) return;
      knownWorkers.setMissing(false);
      emitOperation({ type: 'workers.found' });
      return;
    }
    missingSince ??= now;
    if (now - missingSince < noticeMs || knownWorkers.areMissing()) return;
    knownWorkers.setMissing(true);
    emitOperation({ type: 'workers.missing' });
  };

  return (processes) => {
    const now = monotonicMs();
    const workers = processes.filter(({ role }) => role === 'worker').length;
    emitOperation({ type: 'processes.seen', servers: processes.length - workers, workers });
    noticeSettings(processes, now);
    if (self.role === 'server') noticeWorkers(workers, now);
  };
}

/** The settings that both have, with different values. */
function differingNames({ settings }: Self, other: LiveProcess): readonly string[] {
  return Object.entries(other.settings)
    .filter(([name, digest]) => Object.hasOwn(settings, name) && settings[name] !== digest)
    .map(([name]) => name);
}
