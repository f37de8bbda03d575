import { existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { retryWhileBusy } from './retry-while-busy.ts';

/** How long to wait for a database that is locked as a whole, as while it migrates. */
const busyTimeoutMs = 30_000;

/** What to copy, and where. */
export interface SqliteBackup {
  /** Path of the database file. */
  readonly filename: string;
  /** Path of the copy, which must not exist yet. */
  readonly to: string;
}

/**
 * Copies a database file while it is in use, by this process or others: a part at a time, with the
 * event loop free in between. In WAL mode, as of a file of the store's own, the copy is the database
 * as it was at the beginning, and no writer waits. In other modes copying starts again when another
 * connection writes, so it may not end before writes pause.
 *
 * A file is at `to` only once it is whole; until then it is beside it, with the ending `.partial`.
 *
 * @throws Error where there is a file at `to`; whatever SQLite or the file system throws.
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
 * Keeps a snapshot for this connection for as long as copying takes. Not without a write-ahead log,
 * where a reader would block writers.
 */
function keepState(source: Database.Database): void {
  if (source.pragma('journal_mode', { simple: true }) !== 'wal') return;
  if (!source.inTransaction) source.exec('begin');
  // A transaction begins with what it reads first.
  source.prepare('select count(*) from sqlite_master').get();
}

function refuseExisting(to: string): void {
  if (existsSync(to))
    throw new Error(`backUpSqlite: the file "${to}" already exists. Nothing was copied.`);
}
