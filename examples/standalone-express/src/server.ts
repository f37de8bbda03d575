import { createServer as createHttpServer } from 'node:http';
import { sitegradeRouter } from '@sitegrade/adapter-express';
import type { Store } from '@sitegrade/core';
import {
  networkOf,
  problem,
  problemType,
  type Settings,
  sendClientError,
  trackConnections,
} from '@sitegrade/example-shared';
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { logError, logger, logRequests } from './log.ts';

/** How long reports under way may take once the server is asked to stop. */
const graceMs = 10_000;

/** A server, ready to listen. */
export interface StandaloneServer {
  /** Resolves with the port. */
  listen(): Promise<number>;
  /** Lets requests under way finish, and closes the store last. */
  close(): Promise<void>;
}

/** Makes the server. */
export function createServer(settings: Settings, store: Store): StandaloneServer {
  const { publicUrl } = settings;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(logRequests);
  const sitegrade = sitegradeRouter({
    store,
    network: networkOf(settings),
    docs: true,
    pages: true,
    worker: true,
    logger,
    ...(publicUrl && { publicUrl }),
  });
  app.use(sitegrade);
  app.use(sendNotFound);
  app.use(sendError);

  const server = createHttpServer(
    // A client may take this long to send its headers, and its whole request.
    { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 },
    app,
  );
  server.on('clientError', sendClientError);
  const closeConnections = trackConnections(server);
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(settings.port, settings.host, () => {
          server.off('error', reject);
          const address = server.address();
          resolve(typeof address === 'object' && address ? address.port : settings.port);
        });
      }),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      closeConnections(graceMs);
      await Promise.all([closed, sitegrade.close(graceMs)]);
      await store.close();
    },
  };
}

const sendNotFound: RequestHandler = (_request, response) => {
  sendProblem(response, 404, 'not_found', 'There is nothing at this path.');
};

/** Responds to an error before or outside of the API. Express recognises it by its four parameters. */
const sendError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  // A path that cannot be decoded.
  if (error instanceof URIError) {
    return sendProblem(response, 400, 'malformed_request', 'The request is not well-formed.');
  }
  logError('unexpected error', error);
  sendProblem(response, 500, 'internal', 'Something went wrong on our side.');
};

function sendProblem(response: Response, status: number, code: string, detail: string): void {
  response
    .status(status)
    .type(problemType)
    .send(problem(status, code, detail));
}
