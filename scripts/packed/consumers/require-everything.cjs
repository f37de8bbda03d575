// @ts-check
const assert = require('node:assert/strict');
const {
  createContext,
  createReport,
  deleteReport,
  getReport,
  isSitegradeError,
  listReports,
  memoryStore,
  SitegradeError,
} = require('@sitegrade/core');
const { defaultRuleset, extendRuleset } = require('@sitegrade/core/checks');
const { createApi } = require('@sitegrade/core/http');
const { sitegradePlugin } = require('@sitegrade/adapter-fastify');
const { sitegradeRouter } = require('@sitegrade/adapter-express');
const { pgBossQueue } = require('@sitegrade/queue-pg-boss');
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
    await deleteReport(context, 'user-1', id);
    await assert.rejects(
      () => getReport(context, 'user-1', id),
      (error) => isSitegradeError(error) && error.code === 'not_found',
    );
    assert.ok(createApi({ store }).endpoints.length > 0);
    assert.equal(typeof sitegradeRouter({ store }), 'function');
    await store.close();
  }
  assert.equal(typeof sitegradePlugin, 'function');
  assert.equal(typeof pgBossQueue, 'function');
  await postgresStore({ connectionString: 'postgres://127.0.0.1/none' }).close();

  // Whoever requires and whoever imports get the same package, not one each.
  const imported = await import('@sitegrade/core');
  assert.equal(imported.SitegradeError, SitegradeError);
}

run().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
