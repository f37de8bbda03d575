import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type PgBossOfTen from 'pg-boss';
import { onTestFinished } from 'vitest';

type Constructor = typeof PgBossOfTen;

/**
 * The constructor of pg-boss: version 10, or the installation in the folder `SITEGRADE_PG_BOSS`. Versions
 * differ in how they export it.
 */
async function loadPgBoss(): Promise<Constructor> {
  const folder = process.env.SITEGRADE_PG_BOSS;
  const path = folder && createRequire(`${folder}/`).resolve('pg-boss');
  const loaded: { readonly PgBoss?: Constructor; readonly default: Constructor } = path
    ? await import(pathToFileURL(path).href)
    : await import('pg-boss');
  return loaded.PgBoss ?? loaded.default;
}

/** Starts an instance with its own connections until the test ends. Its errors are ignored. */
export async function startBoss(connectionString: string, schema: string): Promise<PgBossOfTen> {
  const PgBoss = await loadPgBoss();
  const boss = new PgBoss({ connectionString, schema, schedule: false, supervise: false });
  boss.on('error', () => {});
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false }));
  return boss;
}
