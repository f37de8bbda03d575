import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { sitegradeRouter } from '@sitegrade/adapter-express';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import express, { type NextFunction, type Request, type Response } from 'express';
import Fastify, { type FastifyReply } from 'fastify';
import type { RunningServer, SuiteOptions } from '../adapter-harness.ts';
import type { Difference } from './difference.ts';
import {
  askAs,
  type Recording,
  recordedSources,
  type Side,
  startRecording,
} from './recorded-store.ts';
import { startTee } from './start-tee.ts';

/** The requests of one client connection, in the order in which both servers received them. */
type Recordings = Recording[];

/** Starts handling a request on a server. */
type Begin = (incoming: IncomingMessage, outgoing: ServerResponse, work: () => void) => void;

/**
 * Starts both adapters behind one address, on hosts whose own responses are the same. Every request
 * goes to both; `onResponse` is called for each, with the difference if there is one.
 *
 * @param given Options of both. Their store must be a recorded store.
 * @param log Gets the lines that the first one logs.
 */
export async function startBoth(
  given: SuiteOptions,
  log: (line: string) => void,
  onResponse: (difference: Difference | undefined) => void,
): Promise<RunningServer> {
  const { context } = given;
  const now = context?.now ?? ('now' in given ? given.now : undefined);
  const sources = recordedSources(now);
  const options: SuiteOptions = context
    ? { ...given, context: { ...context, ...sources } }
    : { ...given, ...sources };
  const recordings = new Map<string, Recordings>();
  const begin = (side: Side): Begin => {
    const counts = new WeakMap<Socket, number>();
    return (incoming, outgoing, work) => {
      const { socket } = incoming;
      const count = counts.get(socket) ?? 0;
      counts.set(socket, count + 1);
      const ofConnection = recordings.get(`${side} ${socket.remotePort}`) ?? [];
      ofConnection[count] ??= startRecording(now?.());
      const recording = ofConnection[count];
      if (side === 'first') outgoing.once('close', recording.finish);
      askAs(side, recording, work);
    };
  };
  const [first, second] = [
    await startFastify(options, log, begin('first')),
    await startExpress(options, begin('second')),
  ];
  const tee = await startTee({
    urls: [first.url, second.url],
    onConnection: ([firstPort, secondPort]) => {
      const shared: Recordings = [];
      recordings.set(`first ${firstPort}`, shared);
      recordings.set(`second ${secondPort}`, shared);
    },
    onResponse: (difference) => onResponse(difference),
  });
  return {
    url: tee.url,
    close: async () => {
      await Promise.all([first.close(), second.close(), tee.close()]);
      const misses = [...new Set(recordings.values())]
        .flat()
        .flatMap((recording) => recording.misses());
      if (misses.length > 0) throw new Error(`Not called by both servers: ${misses.join(', ')}`);
    },
  };
}

/** Responses of the hosts outside the API. */
const notFound = hostResponse('Not of the API.');
const badRequest = hostResponse('Not a request.');
/** Longer than any test takes. */
const keepAliveTimeout = 600_000;

async function startFastify(
  options: SuiteOptions,
  log: (line: string) => void,
  begin: Begin,
): Promise<RunningServer> {
  const write = (line: string) => {
    // Fastify logs its own lines, too.
    if (line.includes('"msg":"sitegrade: ')) log(line);
  };
  const refuse = (_error: unknown, _request: unknown, reply: FastifyReply) => {
    reply.code(400).headers(badRequest.headers).send(badRequest.body);
  };
  const app = Fastify({
    pluginTimeout: 0,
    logger: { stream: { write } },
    keepAliveTimeout,
    frameworkErrors: refuse,
    clientErrorHandler: (error, socket) => {
      // As Node does.
      const status =
        error.code === 'HPE_HEADER_OVERFLOW'
          ? '431 Request Header Fields Too Large'
          : '400 Bad Request';
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    },
  });
  app.addHook('onRequest', (request, reply, done) => begin(request.raw, reply.raw, done));
  app.setNotFoundHandler((_request, reply) => {
    reply.code(404).headers(notFound.headers).send(notFound.body);
  });
  app.register(sitegradePlugin, options);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}

async function startExpress(options: SuiteOptions, begin: Begin): Promise<RunningServer> {
  const app = express().disable('x-powered-by').disable('etag');
  const router = sitegradeRouter({ ...options, logger: { info() {}, error() {} } });
  app.use((request, response, next) => begin(request, response, next));
  app.use(router);
  app.use((_request: Request, response: Response) => {
    response.writeHead(404, notFound.headers).end(notFound.body);
  });
  app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    response.writeHead(400, badRequest.headers).end(badRequest.body);
  });
  const server = createServer({ keepAliveTimeout }, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await router.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function hostResponse(body: string) {
  return { body, headers: { 'content-length': String(body.length), 'content-type': 'text/plain' } };
}
