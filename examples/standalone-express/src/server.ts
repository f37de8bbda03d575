import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { sitegradeRouter } from '@sitegrade/adapter-express';
import type { NetworkOptions, Store } from '@sitegrade/core';
import express from 'express';
import { answerClientError } from './client-error.ts';
import { followConnections } from './follow-connections.ts';
import { logger, logRequests } from './log.ts';
import { answerError, answerNotFound } from './own-answers.ts';
import type { Settings } from './settings.ts';

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
    logger,
    ...(publicUrl && { publicUrl }),
  });
  app.use(sitegrade);
  app.use(answerNotFound);
  app.use(answerError);

  const server = createHttpServer(
    // A client may take this long to send its headers, and its whole request.
    { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 },
    app,
  );
  server.on('clientError', answerClientError);
  const hangUp = followConnections(server);
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
      hangUp(graceMs);
      await Promise.all([closed, sitegrade.close(graceMs)]);
      await store.close();
    },
  };
}

function networkOf({ network, trustedCertificatesFile }: Settings): NetworkOptions {
  if (trustedCertificatesFile === undefined) return network;
  const file = JSON.stringify(trustedCertificatesFile);
  try {
    const certificates = readFileSync(trustedCertificatesFile, 'utf8');
    new X509Certificate(certificates);
    return { ...network, trustedCertificates: [certificates] };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `TRUSTED_CERTIFICATES_FILE is ${file}, which must hold certificates in PEM: ${why}.`,
      { cause },
    );
  }
}
