import { startHeartbeat, startWorker } from '@sitegrade/core';
import { loadForWork } from '@sitegrade/core/internal';
import { Command } from 'commander';
import { type Monitor, monitorSettings, startMonitor } from './monitor.ts';
import { contextSettings, openContext, workerOptionsOf, workerSettings } from './open-context.ts';
import { createProcesses, type Processes } from './processes.ts';
import {
  addSettings,
  flagsOf,
  refuseSettings,
  type Settings,
  settingsOf,
  startDetails,
} from './settings.ts';
import { runUntilSignal } from './shutdown.ts';
import { examples } from './with-context.ts';

/** The settings of `sitegrade work`. */
export const workSettings = [
  ...new Set([...contextSettings, ...workerSettings, ...monitorSettings]),
] as const;

type WorkSettings = Pick<Settings, (typeof workSettings)[number]>;

/** `sitegrade work`: workers without a server. */
export function workCommand(): Command {
  const command = new Command('work')
    .summary('work on jobs only, for more processes or machines')
    .description(
      'Creates the reports of jobs, without a server. Any number of workers share the jobs of a database: on Postgres those of all machines, on SQLite those of one. A process uses one core: with --processes, several work.',
    )
    .addHelpText(
      'after',
      examples(
        'DATABASE_URL=postgres://user:password@db.internal/sitegrade sitegrade work',
        'sitegrade work --database-file /var/lib/sitegrade/sitegrade.sqlite --processes 4',
      ),
    )
    .action(() =>
      runUntilSignal(startWorking(settingsOf(command, workSettings), command)).catch(
        refuseSettings(command),
      ),
    );
  return addSettings(command, workSettings);
}

function startWorking(
  settings: WorkSettings,
  command: Command,
): Parameters<typeof runUntilSignal>[0] {
  return async (add) => {
    const monitor = await startMonitor(settings);
    add(monitor.close);
    const processes = workProcesses(settings, command, monitor);
    const opened = await openContext(settings, monitor, processes.relay);
    add(opened.close);
    const { context, checkQueue } = opened;
    monitor.metrics?.watchStore(context.store);
    const isMain = settings.processes > 1;
    if (isMain) {
      const heartbeat = startHeartbeat(context);
      add(() => heartbeat.stop());
      add(processes.stop);
      await processes.start();
    } else {
      const worker = startWorker(context, workerOptionsOf(settings));
      // Gives back the jobs that do not end within ten seconds, so that another worker starts them at once.
      add(() => worker.stop());
      await loadForWork(context);
      processes.started();
    }
    monitor.health.started({ store: context.store, checkQueue });
    monitor.log(isMain ? 'Started' : 'Waiting for jobs', startDetails(settings));
    add(async () => {
      monitor.health.stopping();
      monitor.log('Stopping');
    });
  };
}

/** The processes that work for a command, with its settings: as `sitegrade work` of one process each. */
export function workProcesses(
  settings: Pick<Settings, 'processes' | 'metricsPort'>,
  command: Command,
  { logger }: Pick<Monitor, 'logger'>,
): Processes {
  const { processes: count, metricsPort: port } = settings;
  return createProcesses({
    count,
    argumentsOf: (number) => [
      'work',
      ...flagsOf(command, workSettings),
      // The last flag counts.
      '--processes=1',
      ...(port === undefined ? [] : [`--metrics-port=${port === 0 ? 0 : port + number}`]),
    ],
    warn: (details, message) => logger.warn(details, message),
  });
}
