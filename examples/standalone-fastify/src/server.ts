import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { METHODS } from 'node:http';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import type { NetworkOptions, Store } from '@sitegrade/core';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { answerClientError } from './client-error.ts';
import { followConnections } from './follow-connections.ts';
import { addOwnAnswers, answerError } from './own-answers.ts';
import type { Settings } from './settings.ts';

/** How long reports under way may take once the server is asked to stop. */
const graceMs = 10_000;

/** Makes the server. Closing it lets requests under way finish, and closes the store last. */
export function createServer(settings: Settings, store: Store): FastifyInstance {
  const app = Fastify({
    logger: { serializers: { req: loggedRequest } },
    // A client may take this long to send its headers, and its whole request.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    requestTimeout: 30_000,
    // However long an id is, the API says what it thinks of it.
    routerOptions: { maxParamLength: 16_384 },
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  knowEveryMethod(app);
  addOwnAnswers(app);

  const { publicUrl } = settings;
  app.register(sitegradePlugin, {
    store,
    network: networkOf(settings),
    docs: true,
    ...(publicUrl && { publicUrl }),
  });

  const hangUp = followConnections(app.server);
  app.addHook('preClose', async () => hangUp(graceMs));
  app.addHook('onClose', () => store.close());
  return app;
}

/** A method that Fastify does not know would be a 404; one that it knows is a 405 on our paths. */
function knowEveryMethod(app: FastifyInstance): void {
  for (const method of METHODS) {
    // CONNECT never reaches a route: Node closes the connection.
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
}

/** What the log says of a request: no headers, which hold the key, and no query. */
function loggedRequest(request: FastifyRequest) {
  return {
    method: request.method,
    path: request.url.split('?', 1)[0],
    remoteAddress: request.ip,
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
