import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sitegradeRouter } from '@sitegrade/adapter-express';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { startTestSite, type TestSite } from '@sitegrade/adapter-suite/test-site';
import {
  type Context,
  createContext,
  memoryStore,
  SitegradeError,
  type Store,
} from '@sitegrade/core';
import { defaultRuleset, extendRuleset } from '@sitegrade/core/checks';
import { type ApiOptions, problemResponse } from '@sitegrade/core/http';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import express, {
  type ErrorRequestHandler,
  type Response as ExpressResponse,
  type RequestHandler,
} from 'express';
import Fastify, { type FastifyReply } from 'fastify';
import type { Keys } from './owner.ts';
import type { SentRequest } from './requests.ts';

/** Where the servers keep their reports. */
export const storeKinds = ['memory', 'sqlite', 'postgres'] as const;

/** One of the servers, with a store of its own. */
export interface Server {
  readonly name: string;
  readonly store: Store;
  readonly context: Context;
  /** What the store throws while it is set. */
  readonly failure: { error: Error | undefined };
  send(request: SentRequest, keys: Keys): Promise<Reply>;
}

/** Servers that must respond alike, and the site that they may fetch. */
export interface Servers {
  readonly all: readonly Server[];
  readonly site: TestSite;
  /** The time on both servers. It moves only when this is changed. */
  readonly clock: { now: number };
  close(): Promise<void>;
}

/** A response. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The host that every request names, so that both servers send the same links. */
const host = 'reports.example:8080';

/** A response must arrive within this time, in milliseconds, even one that waits for a page. */
const maxMs = 15_000;

/** Starts both adapters on loopback, each on a new store. */
export async function startServers(kind: (typeof storeKinds)[number]): Promise<Servers> {
  const postgres = kind === 'postgres' ? await startPostgres() : undefined;
  const newStore = (schema: string): Store => {
    if (postgres) return postgresStore({ connectionString: postgres.connectionString, schema });
    return kind === 'sqlite' ? sqliteStore({ filename: ':memory:' }) : memoryStore();
  };
  const site = await startTestSite();
  const clock = { now: Date.parse('2026-01-02T03:04:05.678Z') };
  const now = () => new Date(clock.now);
  const start = async (name: string, serve: typeof serveFastify) => {
    const store = newStore(`fuzz_${name.toLowerCase()}`);
    await store.migrate();
    const failure: Server['failure'] = { error: undefined };
    const { port, close } = await serve({
      store: failingStore(store, failure),
      // How long the page took would differ between the servers.
      ruleset: extendRuleset(defaultRuleset, { version: 'fuzz', drop: ['ttfb'] }),
      now,
      analyses: { perOwner: 1 },
      network: {
        allowAddresses: [site.address, site.closedAddress],
        ports: 'any',
        resolver: 'system',
        limits: { wireBytes: 200_000, headersMs: 3_000 },
      },
    });
    const agent = new Agent({ keepAlive: true });
    const server: Server = {
      name,
      store,
      context: createContext({ store, now }),
      failure,
      send: (request, keys) => send(port, agent, request, keys),
    };
    const end = async () => {
      agent.destroy();
      await close();
      await store.close();
    };
    return { server, end };
  };
  const started = [await start('Fastify', serveFastify), await start('Express', serveExpress)];
  return {
    all: started.map(({ server }) => server),
    site,
    clock,
    async close() {
      for (const { end } of started) await end();
      await site.close();
      await postgres?.remove();
    },
  };
}

/** Imported only when needed: its exit hook would end every failed run with status 0. */
async function startPostgres() {
  const { startPostgres } = await import('../../packages/store-postgres/test/start-postgres.ts');
  return startPostgres();
}

/** Sends a request exactly as it is given. */
function send(port: number, agent: Agent, request: SentRequest, keys: Keys): Promise<Reply> {
  const { method, url, headers, body } = request;
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: '127.0.0.1', agent, method, path: url, setHost: false });
    const authorization = request.authorization(keys);
    if (authorization.length > 0) sent.setHeader('Authorization', authorization);
    sent.setHeader('Host', host);
    // What Node would add by itself.
    for (const name of ['Content-Length', 'Transfer-Encoding']) sent.removeHeader(name);
    for (const [name, value] of headers) {
      const before = name === 'Host' ? undefined : sent.getHeader(name);
      sent.setHeader(name, before === undefined ? value : [...[before].flat().map(String), value]);
    }
    if (body) sent.setHeader('Content-Length', body.bytes.length);
    const timer = setTimeout(() => sent.destroy(new Error(`no response in ${maxMs} ms`)), maxMs);
    sent.once('close', () => clearTimeout(timer));
    sent.once('error', reject);
    sent.once('response', async (response) => {
      try {
        const bytes = await buffer(response);
        const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        const received = new Headers();
        response.rawHeaders.forEach((value, index, all) => {
          if (index % 2 === 1) received.append(all[index - 1] ?? '', value);
        });
        const text = decoder.decode(bytes);
        resolve({ status: response.statusCode ?? 0, headers: received, text });
      } catch (error) {
        reject(error);
      }
    });
    sent.end(body?.bytes);
  });
}

/** The store, except that reports and websites fail while there is an error. */
function failingStore(store: Store, failure: Server['failure']): Store {
  const failing = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const method = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...parameters: unknown[]) => {
          if (failure.error) throw failure.error;
          return method.apply(target, parameters);
        };
      },
    });
  return { ...store, reports: failing(store.reports), websites: failing(store.websites) };
}

interface Running {
  readonly port: number;
  readonly close: () => Promise<void>;
}

// Around the API both hosts respond to everything else in the same words.
const notFound = () =>
  problemResponse(new SitegradeError('not_found', 'There is nothing at this path.'));
const undecodable = () =>
  problemResponse(new SitegradeError('malformed_body', 'The path cannot be decoded.'));

async function serveFastify(options: ApiOptions): Promise<Running> {
  const send = (reply: FastifyReply, { status, headers, body }: ReturnType<typeof notFound>) =>
    reply.code(status).headers(headers).send(body);
  const app = Fastify({
    frameworkErrors: (_error, _request, reply) => send(reply, undecodable()),
    keepAliveTimeout: 600_000,
  });
  app.setNotFoundHandler((_request, reply) => send(reply, notFound()));
  // An unknown path is a 404 even where the body cannot be parsed.
  app.setErrorHandler((error, request, reply) =>
    send(reply, request.is404 ? notFound() : problemResponse(error)),
  );
  app.register(sitegradePlugin, options);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}

async function serveExpress(options: ApiOptions): Promise<Running> {
  const send = (response: ExpressResponse, problem: ReturnType<typeof notFound>) =>
    response.writeHead(problem.status, problem.headers).end(problem.body);
  // Express recognises error handlers by their four parameters.
  const onError: ErrorRequestHandler = (error, _request, response, _next) =>
    send(response, error instanceof URIError ? undecodable() : problemResponse(error));
  const app = express();
  app.disable('x-powered-by');
  const router = sitegradeRouter({ ...options, logger: { info: () => {}, error: () => {} } });
  const onMissing: RequestHandler = (_request, response) => send(response, notFound());
  app.use(router, onMissing, onError);
  const server = createServer({ keepAliveTimeout: 600_000 }, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      await router.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
