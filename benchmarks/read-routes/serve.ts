import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createContext, createReport, issueApiKey } from '@sitegrade/core';
import { newCrawl } from '@sitegrade/testing';
import express, { type Request, type Response, Router } from 'express';
import Fastify, { type FastifyRequest } from 'fastify';
import { pages } from '../../examples/sample-site/src/pages.js';
import { sitegradeRouter } from '../../packages/adapter-express/src/index.ts';
import { sitegradePlugin } from '../../packages/adapter-fastify/src/index.ts';
import { postgresStores, sqliteStores } from '../lists/databases.ts';
import { mainOwner } from '../lists/rows.ts';
import {
  detailsTable,
  type HandRequest,
  handWrittenRoutes,
  packRecord,
  type RunPrepared,
} from './hand-written.ts';

// A server with the read routes of sitegrade and the same written by hand, on one framework and one store. It sends
// where it listens, and then its CPU time whenever it is asked.

// The loader's source maps would make every error cost a hundred times what it does in production.
process.setSourceMapsEnabled(false);

/** What the server has, for requests. */
export interface Started {
  readonly origin: string;
  readonly key: string;
  readonly reportId: number;
  readonly websiteId: number;
}

const [, , framework = 'fastify', database = 'sqlite'] = process.argv;
const reports = 10_000;
const open = database === 'sqlite' ? sqliteStores : postgresStores;
const { stores, remove } = await open([reports]);
const [filled] = stores;
if (filled === undefined) throw new Error('There is no store.');
const { store, run } = filled;

const context = createContext({
  store,
  network: { allowAddresses: ['127.0.0.1'], ports: 'any' },
});
const { key } = await issueApiKey(context, mainOwner);
await store.jobs.create({
  ownerId: mainOwner,
  urls: Array.from({ length: 120 }, (_, index) => `https://example.com/${index}`),
  isBatch: true,
  createdAt: new Date(),
  maxQueued: 10_000,
});
for (let count = 0; count < 120; count += 1) {
  await store.crawls.create(newCrawl({ ownerId: mainOwner }));
}
const { id: reportId, websiteId } = await reportOfPage();

const routes = handWrittenRoutes(run);
const listen = framework === 'fastify' ? listenFastify : listenExpress;
const origin = await listen();
await storeForHandWritten(run);

process.on('message', async (message) => {
  if (message === 'end') {
    await remove();
    process.exit();
  }
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.once('disconnect', () => process.exit());
const started: Started = { origin, key, reportId, websiteId };
process.send?.(started);

/** The report of a page of the sample site. */
async function reportOfPage() {
  const server = createServer((request, response) => {
    const page = pages[0];
    if (request.url !== '/' || page === undefined) return void response.writeHead(404).end();
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page.html({ origin, href: `${origin}/` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const report = await createReport(context, mainOwner, { url });
  server.close();
  return report;
}

/** Stores the report as the routes by hand read it, with the same JSON. */
async function storeForHandWritten(runPrepared: RunPrepared): Promise<void> {
  const response = await fetch(`${origin}/api/v1/reports/${reportId}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = (await response.json()) as { readonly data: Readonly<Record<string, unknown>> };
  const bytes = database === 'sqlite' ? 'blob' : 'bytea';
  await runPrepared(
    `create table ${detailsTable} (report_id integer primary key, details ${bytes})`,
    [],
  );
  await runPrepared(`insert into ${detailsTable} values ($1, $2)`, [reportId, packRecord(data)]);
}

async function listenFastify(): Promise<string> {
  const app = Fastify();
  app.register(sitegradePlugin, { store });
  for (const [path, respond] of Object.entries(routes)) {
    app.get(`/hand/v1${path}`, (request) =>
      respond(handRequest(request, `${request.protocol}://${request.host}`)),
    );
  }
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function listenExpress(): Promise<string> {
  const app = express();
  const router = Router();
  for (const [path, respond] of Object.entries(routes)) {
    router.get(path, async (request: Request, response: Response) => {
      response.json(await respond(handRequest(request, `${request.protocol}://${request.host}`)));
    });
  }
  app.use('/hand/v1', router);
  app.use(sitegradeRouter({ store }));
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

function handRequest(request: FastifyRequest | Request, origin: string): HandRequest {
  return {
    authorization: request.headers.authorization,
    query: request.query as HandRequest['query'],
    id: Number((request.params as { readonly id?: string }).id ?? 0),
    root: `${origin}/hand/v1`,
  };
}
