import { startWorker } from '@sitegrade/core';
import { loadForWork } from '@sitegrade/core/internal';
import { Command } from 'commander';
import { monitorSettings, startMonitor } from './monitor.ts';
import { contextSettings, openContext, workerOptionsOf, workerSettings } from './open-context.ts';
import {
  addSettings,
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

/** `sitegrade work`: a worker without a server. */
export function workCommand(): Command {
  const command = new Command('work')
    .summary('work on jobs only, for more processes or machines')
    .description(
      'Creates the reports of jobs, without a server. Any number of workers share the jobs of a database: on Postgres those of all machines, on SQLite those of one.',
    )
    .addHelpText(
      'after',
      examples(
        'DATABASE_URL=postgres://user:password@db.internal/sitegrade sitegrade work',
        'sitegrade work --database-file /var/lib/sitegrade/sitegrade.sqlite --concurrency 4',
      ),
    )
    .action(() =>
      runUntilSignal(startWorking(settingsOf(command, workSettings))).catch(
        refuseSettings(command),
      ),
    );
  return addSettings(command, workSettings);
}

function startWorking(
  settings: Pick<Settings, (typeof workSettings)[number]>,
): Parameters<typeof runUntilSignal>[0] {
  return async (add) => {
    const monitor = await startMonitor(settings);
    add(monitor.close);
    const opened = await openContext(settings, monitor);
    add(opened.close);
    const { context, checkQueue } = opened;
    monitor.metrics?.watchStore(context.store);
    const worker = startWorker(context, workerOptionsOf(settings));
    // Gives back the jobs that do not end within ten seconds, so that another worker starts them at once.
    add(() => worker.stop());
    await loadForWork(context);
    monitor.health.started({ store: context.store, checkQueue });
    monitor.log('Waiting for jobs', startDetails(settings));
    add(async () => {
      monitor.health.stopping();
      monitor.log('Stopping');
    });
  };
}
