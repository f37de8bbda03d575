import { sitegradeRouter } from '@sitegrade/adapter-express';
import { type SitegradePluginOptions, sitegradePlugin } from '@sitegrade/adapter-fastify';
import { type SitegradeFetchOptions, sitegradeFetch } from '@sitegrade/adapter-fetch';
import {
  type Context,
  createContext,
  createReport,
  type ErrorCode,
  embeddedQueue,
  isSitegradeError,
  listReports,
  type Queue,
  type Renderer,
  type Report,
  type Store,
} from '@sitegrade/core';
import {
  type Check,
  defaultRuleset,
  extendRuleset,
  type Outcome,
  outcomeOf,
} from '@sitegrade/core/checks';
import { type Api, createApi } from '@sitegrade/core/http';
import { reportRecord } from '@sitegrade/core/records';
import type { NewReport, ReportStore } from '@sitegrade/core/store';
import { type McpHandler, mcpHandler } from '@sitegrade/mcp';
import { pgBossQueue } from '@sitegrade/queue-pg-boss';
import { chromiumRenderer } from '@sitegrade/renderer-chromium';
import { memoryStore } from '@sitegrade/store-memory';
import { postgresStore } from '@sitegrade/store-postgres';
import { sqliteStore } from '@sitegrade/store-sqlite';
import Database from 'better-sqlite3';
import express, { type Express } from 'express';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import PgBoss from 'pg-boss';

// Compiled and never run: uses each entry point from TypeScript, with types that would not match if a
// declaration lost its own.

const stores: readonly Store[] = [
  memoryStore(),
  sqliteStore({ filename: 'reports.sqlite' }),
  sqliteStore({ database: new Database('app.sqlite') }),
  postgresStore({ connectionString: 'postgres://localhost/app' }),
  postgresStore({ pool: new pg.Pool(), schema: 'sitegrade' }),
];

export const queues: readonly Queue[] = [
  embeddedQueue(),
  pgBossQueue({ boss: new PgBoss('postgres://localhost/app'), name: 'reports' }),
];

export const renderer: Renderer = chromiumRenderer({ executablePath: '/usr/bin/chromium' });

const check: Check = {
  id: 'acme-title',
  category: 'seo',
  importance: 'low',
  title: 'The title names Acme',
  advice: 'Put Acme into the title.',
  source: 'https://example.com/titles',
  run: ({ page }) => ({ status: page.titles.length > 0 ? 'pass' : 'fail', summary: 'A title.' }),
};
const ruleset = extendRuleset(defaultRuleset, { version: 'acme-1', add: [check] });

export async function reportOn(store: Store, url: string): Promise<Report | ErrorCode> {
  const context: Context = createContext({ store, ruleset, network: { ports: [80, 443] } });
  try {
    const { id, score, result } = await createReport(context, 'user-1', { url });
    const { rows } = await listReports(context, 'user-1', { result: 'bad', sortBy: 'score' });
    const scores: readonly number[] = [id, score, ...rows.map((row) => row.score)];
    return scores.length > 0 && result === 'bad' ? 'not_found' : ('internal' as ErrorCode);
  } catch (error) {
    if (isSitegradeError(error)) return error.code;
    throw error;
  }
}

export async function copy(reports: ReportStore, report: NewReport): Promise<number> {
  return reportRecord(await reports.create(report), undefined).id;
}

export async function outcome(): Promise<Outcome> {
  return outcomeOf(check, { html: '<title>Acme</title>' });
}

export function mount(): readonly [FastifyInstance, Express, Api] {
  const [store] = stores;
  if (store === undefined) throw new Error('There is no store.');
  const options: SitegradePluginOptions = { store, publicUrl: 'https://example.com' };
  const fastify = Fastify();
  fastify.register(sitegradePlugin, options);
  fastify.register(sitegradePlugin, { store, prefix: '/tools' });
  const app = express();
  const router = sitegradeRouter({ store });
  const fetchOptions: SitegradeFetchOptions = { store, prefix: '/seo' };
  const answered: Promise<Response> = sitegradeFetch(fetchOptions)(new Request('http://a.test/'));
  void answered;
  app.use('/tools', router);
  const closed: Promise<void> = router.close();
  void closed;
  return [fastify, app, createApi({ store })];
}

export function mountTools(context: Context): McpHandler['fetch'] {
  return mcpHandler({ context, onError: (error: unknown) => console.error(error) }).fetch;
}

// @ts-expect-error A store is needed.
createContext({});
// @ts-expect-error There is no such store.
sqliteStore({ connectionString: 'reports.sqlite' });
