import type { AddressInfo } from 'node:net';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { SitegradeError } from '@sitegrade/core';
import { type Answer, type ApiOptions, problemAnswer } from '@sitegrade/core/http';
import Fastify, { type FastifyReply } from 'fastify';
import type { RunningServer } from './running-server.ts';

/** Serves the API on Fastify, with a host around it that answers the rest in the same words. */
export async function serveFastify(options: ApiOptions): Promise<RunningServer> {
  // Longer than any pause of the fuzzer: a connection that ends while a request is sent tells nothing.
  const app = Fastify({
    keepAliveTimeout: 600_000,
    frameworkErrors: (_error, _request, reply) => send(reply, undecodable()),
  });
  app.setNotFoundHandler((_request, reply) => send(reply, nothingHere()));
  // A body that Fastify cannot parse says nothing about a path that does not exist.
  app.setErrorHandler((error, request, reply) =>
    send(reply, request.is404 ? nothingHere() : problemAnswer(error)),
  );
  app.register(sitegradePlugin, options);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    name: 'Fastify',
    port: (app.server.address() as AddressInfo).port,
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

function nothingHere(): Answer {
  return problemAnswer(new SitegradeError('not_found', 'There is nothing at this path.'));
}

function undecodable(): Answer {
  return problemAnswer(new SitegradeError('malformed_body', 'The path cannot be decoded.'));
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
