import { isSitegradeError, type Store } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';

/**
 * Opens the database file, made where there is none, and brings its tables up to date.
 *
 * @throws Error naming the variable that the file comes from.
 */
export async function openStore(filename: string): Promise<Store> {
  try {
    const store = sqliteStore({ filename });
    await store.migrate();
    return store;
  } catch (error) {
    // What callers of an API must not learn, who starts the server has to.
    const reason = isSitegradeError(error) && error.cause !== undefined ? error.cause : error;
    const why = reason instanceof Error ? reason.message : String(reason);
    throw new Error(`DATABASE_FILE is ${JSON.stringify(filename)}, which cannot be used: ${why}`, {
      cause: error,
    });
  }
}
