import { lookup } from 'node:dns/promises';
import { startHeartbeat } from '@sitegrade/core';
import { loadForWork } from '@sitegrade/core/internal';
import { Command } from 'commander';
import type { FastifyInstance } from 'fastify';
import { createServer, serverSettings } from './http-server.ts';
import { loadMcp } from './mcp-route.ts';
import { messageOf } from './message-of.ts';
import { monitorSettings, startMonitor } from './monitor.ts';
import { contextSettings, openContext, printFirstKey } from './open-context.ts';
import {
  addSettings,
  refuseSettings,
  type Settings,
  settingsOf,
  startDetails,
} from './settings.ts';
import { runUntilSignal } from './shutdown.ts';
import { examples } from './with-context.ts';
import { workProcesses } from './work.ts';

/** The settings of `sitegrade serve`. */
export const serveSettings = [
  ...new Set([...serverSettings, 'mcp' as const, ...contextSettings, ...monitorSettings]),
] as const;

type ServeSettings = Pick<Settings, (typeof serveSettings)[number]>;

/** `sitegrade serve`: the API, its reference, the pages and a worker. */
export function serveCommand(): Command {
  const command = new Command('serve')
    .summary('run the server: API, pages and worker')
    .description(
      'Runs the server: the API, its reference, the console, shared pages, and a worker for jobs. On an empty database it prints a first API key. A process uses one core: with --processes, others work on jobs and crawls.',
    )
    .addHelpText(
      'after',
      examples(
        'sitegrade serve --port 8080 --database-file /var/lib/sitegrade/sitegrade.sqlite',
        'DATABASE_URL=postgres://user:password@localhost/sitegrade sitegrade serve --no-worker',
      ),
    )
    .action(() =>
      runUntilSignal(startServer(settingsOf(command, serveSettings), command)).catch(
        refuseSettings(command),
      ),
    );
  return addSettings(command, serveSettings);
}

function startServer(
  settings: ServeSettings,
  command: Command,
): Parameters<typeof runUntilSignal>[0] {
  return async (add) => {
    const mcp = settings.mcp ? await loadMcp() : undefined;
    const monitor = await startMonitor(settings);
    add(monitor.close);
    const processes = workProcesses(settings, command, monitor);
    const opened = await openContext(settings, monitor, processes.relay);
    add(opened.close);
    add(processes.stop);
    const { context, checkQueue } = opened;
    monitor.metrics?.watchStore(context.store);
    const app = createServer(settings, { context, mcp, ...monitor });
    add(() => app.close());
    await listen(app, settings);
    // With the login of a proxy, its users create their keys in the console.
    if (settings.authHeader === undefined) await printFirstKey(context, urlOf(app, settings));
    await loadForWork(context);
    const heartbeat = startHeartbeat(context);
    add(() => heartbeat.stop());
    if (settings.processes > 1) await processes.start();
    monitor.health.started({ store: context.store, checkQueue });
    monitor.log('Started', startDetails(settings));
    add(async () => {
      monitor.health.stopping();
      monitor.log('Stopping');
      // Beside the server: each takes up to ten seconds.
      void processes.stop();
    });
  };
}

/** @throws Error that names the settings. */
async function listen(
  app: FastifyInstance,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): Promise<void> {
  try {
    // For `localhost` Fastify would open a second server, whose requests its closing does not wait for.
    const { address } = await lookup(host);
    await app.listen({ port, host: address });
  } catch (cause) {
    throw new Error(
      `HOST (--host) is ${host} and PORT (--port) is ${port}, where the server cannot listen: ${messageOf(cause)}`,
      { cause },
    );
  }
}

/** Where a browser on this machine, or behind the proxy, opens the pages. */
function urlOf(
  app: FastifyInstance,
  { host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>,
): string {
  if (publicUrl !== undefined) return publicUrl;
  const [address] = app.addresses();
  if (typeof address !== 'object') throw new Error('The server does not listen on a port.');
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${address.port}/`;
}
