import { inspect } from 'node:util';
import type { RequestHandler } from 'express';

/** Writes one line of JSON to stdout, with the time. */
export function log(level: 'info' | 'error', message: string, details: object = {}): void {
  const line = { time: new Date().toISOString(), level, message, ...details };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** The logger for sitegrade. */
export const logger = {
  info: (details: object, message: string) => log('info', message, details),
  error: (details: object, message: string) => log('error', message, details),
};

/** Logs an error with its causes and stacks. */
export function logError(message: string, error: unknown): void {
  log('error', message, { error: inspect(error) });
}

/** Logs every request when it is done, without headers, which contain the key, and without query. */
export const logRequests: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  response.once('close', () => {
    log('info', response.writableFinished ? 'request completed' : 'client disconnected', {
      method: request.method,
      path: request.originalUrl.split('?', 1)[0],
      status: response.statusCode,
      ms: Math.round(performance.now() - startedAt),
      remoteAddress: request.ip,
    });
  });
  next();
};
