import { lookup } from 'node:dns/promises';
import type { OperationEvent, SitegradeEvent } from '@sitegrade/core';
import { errorRecord } from '@sitegrade/core/internal';
import Fastify, { type FastifyRequest } from 'fastify';
import { addHealth, createHealth, type Health } from './health.ts';
import { operationLine } from './log-operation.ts';
import { messageOf } from './message-of.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Reporter } from './open-context.ts';
import { requestLines } from './request-lines.ts';
import type { Settings } from './settings.ts';
import { trackConnections } from './shutdown.ts';
import { terminalLog } from './terminal-log.ts';

/** The settings of {@link startMonitor}. */
export const monitorSettings = ['host', 'metricsHost', 'metricsPort'] as const;

/** How a process is watched: its log, its health and its metrics. */
export interface Monitor extends Reporter {
  readonly health: Health;
  /** Absent without a port for them. */
  readonly metrics?: Metrics;
  readonly logger: ReturnType<typeof createApp>['log'];
  close(): Promise<void>;
}

/** Starts the log, and the port for metrics and health if there is one. It works before the database is open. */
export async function startMonitor({
  host,
  metricsHost = host,
  metricsPort,
}: Pick<Settings, (typeof monitorSettings)[number]>): Promise<Monitor> {
  const app = createApp();
  const logError = (message: string, error: unknown) =>
    app.log.error({ err: errorRecord(error) }, message);
  const releaseWarnings = logWarnings(app.log);
  const health = createHealth({
    onFailure: (part, error) => logError(`the ${part} is not available`, error),
  });
  const metrics = metricsPort === undefined ? undefined : createMetrics();
  if (metrics && metricsPort !== undefined) {
    addHealth(app, health);
    app.get('/metrics', { logLevel: 'error' }, async (_request, reply) =>
      reply.type(metrics.contentType).send(await metrics.read()),
    );
    const closeConnections = trackConnections(app.server);
    app.addHook('preClose', async () => closeConnections(0));
    try {
      // One address, also of `localhost`: see `serve.ts`.
      const { address } = await lookup(metricsHost);
      await app.listen({
        host: address,
        port: metricsPort,
        listenTextResolver: (url) => `Metrics are at ${url}/metrics`,
      });
    } catch (cause) {
      throw new Error(
        `METRICS_HOST (--metrics-host) is ${metricsHost} and METRICS_PORT (--metrics-port) is ${metricsPort}, where the process cannot listen: ${messageOf(cause)}`,
        { cause },
      );
    }
  }
  return {
    health,
    ...(metrics && { metrics }),
    logger: app.log,
    log: (message, details = {}) => app.log.info(details, message),
    logError,
    onEvent: (event) => {
      logJob(event, app.log);
      return metrics?.onEvent(event);
    },
    onOperation: (event) => {
      logOperation(event, app.log);
      return metrics?.onOperation(event);
    },
    close: async () => {
      releaseWarnings();
      await app.close();
    },
  };
}

/** Warnings of Node and of libraries become lines of the log; Node would write them as text of several lines. */
function logWarnings(log: ReturnType<typeof createApp>['log']): () => void {
  const usual = process.listeners('warning');
  const onWarning = (warning: Error) => log.warn({ err: errorRecord(warning) }, warning.message);
  process.removeAllListeners('warning');
  process.on('warning', onWarning);
  return () => {
    process.off('warning', onWarning);
    for (const listener of usual) process.on('warning', listener);
  };
}

function createApp() {
  const { stdout, env } = process;
  return Fastify({
    logger: {
      serializers: {
        req: loggedRequest,
        err: loggedError,
        res: loggedReply,
      },
      // JSON for programs, lines for people.
      stream: stdout.isTTY
        ? terminalLog((text) => stdout.write(text), !env.NO_COLOR && env.TERM !== 'dumb')
        : requestLines(stdout),
    },
    http: { headersTimeout: 10_000 },
    requestTimeout: 10_000,
  });
}

/** The log holds no headers, which contain the key, and no query. */
function loggedRequest(request: FastifyRequest) {
  return {
    method: request.method,
    path: request.url.split('?', 1)[0],
    remoteAddress: request.ip,
  };
}

/** An error with its causes apart: the log of Fastify would join their messages to “… allowed here.: Port 3000 …”. */
function loggedError(error: unknown) {
  const { name: type, stack = '', ...record } = errorRecord(error);
  return { type, stack, ...record };
}

/** The only line of a request is about all of it. */
function loggedReply(reply: { readonly statusCode: number; readonly request?: FastifyRequest }) {
  const { statusCode, request } = reply;
  if (request === undefined) return { statusCode };
  const { method, path = '' } = loggedRequest(request);
  return { statusCode, method, path };
}

const loggedEvents: ReadonlySet<SitegradeEvent['type']> = new Set([
  'job.done',
  'job.failed',
  'job.retried',
  'crawl.completed',
  'crawl.failed',
  'schedule.started',
  'schedule.missed',
  'delivery.failed',
  'webhook.disabled',
  'recipient.refused',
  'alert.failed',
]);

/** Jobs, crawls, runs of schedules and deliveries have no request whose line would show how they ended. */
function logJob(event: SitegradeEvent, log: ReturnType<typeof createApp>['log']): void {
  if (!loggedEvents.has(event.type)) return;
  const { type, ...details } = event;
  const isUnexpected =
    event.type === 'alert.failed' || ('code' in event && event.code === 'internal');
  log[isUnexpected ? 'error' : 'info'](details, `sitegrade: ${type.replace('.', ' ')}`);
}

function logOperation(event: OperationEvent, log: ReturnType<typeof createApp>['log']): void {
  const line = operationLine(event);
  if (line !== undefined) log[line.level](line.details ?? {}, line.message);
}
