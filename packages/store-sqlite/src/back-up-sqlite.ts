import { existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { retryWhileBusy } from './retry-while-busy.ts';

/** How long to wait for a database with an exclusive lock, as during a migration. */
const busyTimeoutMs = 30_000;

/** Options of {@link backUpSqlite}. */
export interface SqliteBackup {
  /** Path of the database file. */
  readonly filename: string;
  /** Path of the copy, which must not exist yet. */
  readonly to: string;
}

/**
 * Copies a database file while it is in use by this process or others, in parts, yielding to the event loop
 * in between. In WAL mode, which the store's own files use, the copy is a snapshot of the start, and no
 * writer waits. In other modes copying starts again when another connection writes, so it may not end before
 * writes pause.
 *
 * The file at `to` appears only when it is complete; until then it has the extension `.partial`.
 *
 * @throws Error if there is a file at `to`; errors of SQLite and the file system.
 * @example
 * ```ts
 * await backUpSqlite({ filename: 'reports.sqlite', to: `backups/${Date.now()}.sqlite` });
 * ```
 */
export async function backUpSqlite({ filename, to }: SqliteBackup): Promise<void> {
  refuseExisting(to);
  const partial = `${to}.partial`;
  rmSync(partial, { force: true });
  const source = new Database(filename, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    await retryWhileBusy(() => keepState(source), { busyTimeoutMs });
    await source.backup(partial);
    refuseExisting(to);
    renameSync(partial, to);
  } finally {
    source.close();
    for (const ending of ['', '-journal']) rmSync(`${partial}${ending}`, { force: true });
  }
}

/**
 * Holds a snapshot on this connection while copying. Not without a write-ahead log, where a reader would
 * block writers.
 */
function keepState(source: Database.Database): void {
  if (source.pragma('journal_mode', { simple: true }) !== 'wal') return;
  if (!source.inTransaction) source.exec('begin');
  // A transaction begins with its first read.
  source.prepare('select count(*) from sqlite_master').get();
}

function refuseExisting(to: string): void {
  if (existsSync(to))
    throw new Error(`backUpSqlite: the file "${to}" already exists. Nothing was copied.`);
}
