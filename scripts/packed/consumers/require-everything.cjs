// @ts-check
const assert = require('node:assert/strict');
const { once } = require('node:events');
const { createServer } = require('node:http');
const express = require('express');
const {
  createContext,
  createReport,
  deleteReport,
  getReport,
  isSitegradeError,
  listReports,
  SitegradeError,
} = require('@sitegrade/core');
const { memoryStore } = require('@sitegrade/store-memory');
const { defaultRuleset, extendRuleset } = require('@sitegrade/core/checks');
const { createApi } = require('@sitegrade/core/http');
const { reportRecord } = require('@sitegrade/core/records');
const { searchForm } = require('@sitegrade/core/store');
const { sitegradePlugin } = require('@sitegrade/adapter-fastify');
const { sitegradeRouter } = require('@sitegrade/adapter-express');
const { sitegradeFetch } = require('@sitegrade/adapter-fetch');
const { pgBossQueue } = require('@sitegrade/queue-pg-boss');
const { mcpHandler } = require('@sitegrade/mcp');
const { chromiumRenderer } = require('@sitegrade/renderer-chromium');
const { postgresStore } = require('@sitegrade/store-postgres');
const { sqliteStore } = require('@sitegrade/store-sqlite');

const { PAGE: page = '' } = process.env;

async function run() {
  for (const store of [sqliteStore({ filename: ':memory:' }), memoryStore()]) {
    await store.migrate();
    const context = createContext({
      store,
      network: { allowAddresses: [new URL(page).host], ports: 'any' },
      ruleset: extendRuleset(defaultRuleset, { version: 'acme-1', drop: ['favicon'] }),
    });
    const { id, score } = await createReport(context, 'user-1', { url: page });
    const { rows } = await listReports(context, 'user-1');
    assert.deepEqual([rows.length, rows[0]?.id, rows[0]?.score], [1, id, score]);
    const report = await getReport(context, 'user-1', id);
    assert.equal(report.checks.favicon, undefined);
    assert.equal(reportRecord(report, undefined).id, id);
    await deleteReport(context, 'user-1', id);
    await assert.rejects(
      () => getReport(context, 'user-1', id),
      (error) => isSitegradeError(error) && error.code === 'not_found',
    );
    assert.ok(createApi({ store }).endpoints.length > 0);
    assert.equal(typeof sitegradeRouter({ store }), 'function');
    const reply = await sitegradeFetch({ store })(new Request('http://a.test/api/v1/reports'));
    assert.equal(reply.status, 401);
    await useTools(context);
    await store.close();
  }
  assert.equal(typeof searchForm, 'function');
  assert.equal(typeof sitegradePlugin, 'function');
  assert.equal(typeof pgBossQueue, 'function');
  await chromiumRenderer().close();
  await postgresStore({ connectionString: 'postgres://127.0.0.1/none' }).close();

  await useTwoCopies();
}

/**
 * Asks for the tools for coding agents.
 *
 * @param {import('@sitegrade/core').Context} context
 */
async function useTools(context) {
  const mcp = mcpHandler({ context, onError: assert.ifError });
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      host: 'localhost',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  assert.equal(mcp.refuse(request), undefined);
  assert.match(await (await mcp.fetch(request, 'user-1')).text(), /"crawl_start"/);
  await mcp.close();
}

/** An application may import the packages in one place and require them in another: these are two copies. */
async function useTwoCopies() {
  const pages = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<meta name=description>'.repeat(101));
  });
  const longPage = await listen(pages);
  const imported = await import('@sitegrade/core');
  assert.notEqual(imported.SitegradeError, SitegradeError);
  const importedStores = await import('@sitegrade/store-sqlite');

  const store = importedStores.sqliteStore({ filename: ':memory:' });
  await store.migrate();
  const ruleset = extendRuleset(defaultRuleset, { version: 'acme-1', drop: ['favicon'] });
  const network = { allowLocalhost: true };
  const context = imported.createContext({ store, network, ruleset });
  const { id } = await createReport(context, 'user-1', { url: page });
  // The required checks leave a note, which the imported report has.
  const { page: facts } = await imported.analyzePage(context, 'user-1', { url: longPage });
  assert.deepEqual(facts.notes, ['only the first 100 meta descriptions are read']);
  assert.equal((await imported.getReport(context, 'user-1', id)).id, id);
  await assert.rejects(
    () => imported.getReport(context, 'user-2', id),
    (error) => isSitegradeError(error) && error.code === 'not_found',
  );

  const app = express();
  app.use(sitegradeRouter({ store, network, ruleset, authenticate: () => 'user-1' }));
  const server = createServer(app);
  const address = `${await listen(server)}api/v1/reports`;
  const body = new URLSearchParams({ url: page });
  assert.equal((await fetch(address, { method: 'POST', body })).status, 201);
  const { data } = await (await fetch(address)).json();
  assert.equal(data.length, 2);
  for (const one of [server, pages]) one.close().closeAllConnections();
  await store.close();
}

/** @param {import('node:http').Server} server */
async function listen(server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}/`;
}

run().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
