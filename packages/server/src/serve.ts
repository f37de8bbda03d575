import { lookup } from 'node:dns/promises';
import { Command } from 'commander';
import { createServer, serverSettings } from './http-server.ts';
import { monitorSettings, startMonitor } from './monitor.ts';
import { contextSettings, openContext, printFirstKey } from './open-context.ts';
import { addSettings, type Settings, settingsOf } from './settings.ts';
import { runUntilSignal } from './shutdown.ts';
import { examples } from './with-context.ts';

/** The settings of `sitegrade serve`. */
export const serveSettings = [
  ...new Set([...serverSettings, ...contextSettings, ...monitorSettings]),
] as const;

type ServeSettings = Pick<Settings, (typeof serveSettings)[number]>;

/** `sitegrade serve`: the API, its reference, the pages and a worker. */
export function serveCommand(): Command {
  const command = new Command('serve')
    .summary('run the server: API, pages and worker')
    .description(
      'Runs the server: the API, its reference, the console, shared pages, and a worker for jobs. On an empty database it prints a first API key.',
    )
    .addHelpText(
      'after',
      examples(
        'sitegrade serve --port 8080 --database-file /var/lib/sitegrade/sitegrade.sqlite',
        'DATABASE_URL=postgres://user:password@localhost/sitegrade sitegrade serve --no-worker',
      ),
    )
    .action(() => runUntilSignal(startServer(settingsOf(command, serveSettings))));
  return addSettings(command, serveSettings);
}

function startServer(settings: ServeSettings): Parameters<typeof runUntilSignal>[0] {
  return async (add) => {
    const monitor = await startMonitor(settings);
    add(monitor.close);
    const opened = await openContext(settings, monitor);
    add(opened.close);
    const { context, checkQueue } = opened;
    monitor.metrics?.watchJobs(context.store);
    const app = createServer(settings, { context, ...monitor });
    add(() => app.close());
    await printFirstKey(context);
    // For `localhost` Fastify would open a second server, whose requests its closing does not wait for.
    const { address } = await lookup(settings.host);
    await app.listen({ port: settings.port, host: address });
    monitor.health.started({ store: context.store, checkQueue });
    add(async () => monitor.health.stopping());
  };
}
