import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';

/** A store in a file that ends with the process. */
interface TemporaryStore {
  readonly store: Store;
  /** Closes the store and removes its file. */
  readonly remove: () => Promise<void>;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Opens an empty store in a temporary file, for what is too large for memory. Its folder is also removed when the
 * process exits, and when a signal ends it that no one else listens to.
 *
 * @throws Error that names the folder for temporary files, if it cannot be used.
 */
export async function openTemporaryStore(): Promise<TemporaryStore> {
  const folder = createFolder();
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const end = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) > 1) return;
    release();
    removeFolder();
    process.kill(process.pid, signal);
  };
  const release = () => {
    process.off('exit', removeFolder);
    for (const signal of signals) process.off(signal, end);
  };
  process.on('exit', removeFolder);
  for (const signal of signals) process.on(signal, end);
  let store: ReturnType<typeof sqliteStore> | undefined;
  const remove = async () => {
    release();
    await store?.close();
    removeFolder();
  };
  try {
    store = sqliteStore({ filename: join(folder, 'crawl.sqlite') });
    await store.migrate();
    return { store, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function createFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'sitegrade-crawl-'));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const message = `A crawl of this size needs a temporary file, and ${tmpdir()} cannot be used (${code}). Set TMPDIR to a folder that this user may write.`;
    throw new Error(message, { cause });
  }
}
