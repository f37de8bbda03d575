import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sitegradeRouter } from '@sitegrade/adapter-express';
import { SitegradeError } from '@sitegrade/core';
import { type Answer, type ApiOptions, problemAnswer } from '@sitegrade/core/http';
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import type { RunningServer } from './running-server.ts';

/** Serves the API on Express, with a host around it that answers the rest in the same words. */
export async function serveExpress(options: ApiOptions): Promise<RunningServer> {
  const app = express();
  app.disable('x-powered-by');
  const router = sitegradeRouter({ ...options, logger: silent });
  app.use(router, nothingHere, failed);
  const server = createServer({ keepAliveTimeout: 600_000 }, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    name: 'Express',
    port: (server.address() as AddressInfo).port,
    close: async () => {
      await router.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Failures here are made on purpose. */
const silent = { info: () => {}, error: () => {} };

const nothingHere: RequestHandler = (_request, response) =>
  send(response, problemAnswer(new SitegradeError('not_found', 'There is nothing at this path.')));

/** Express knows it by its four parameters. */
const failed: ErrorRequestHandler = (error, _request, response, _next) =>
  send(
    response,
    problemAnswer(
      error instanceof URIError
        ? new SitegradeError('malformed_body', 'The path cannot be decoded.')
        : error,
    ),
  );

function send(response: Response, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}
