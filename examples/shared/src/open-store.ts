import { createContext, isSitegradeError, issueApiKey, type Store } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';

/**
 * Opens the database file, creates it where it is missing, and migrates it.
 *
 * @throws Error that names the variable.
 */
export async function openStore(filename: string): Promise<Store> {
  try {
    const store = sqliteStore({ filename });
    await store.migrate();
    return store;
  } catch (error) {
    // Callers of the API must not learn the cause; the person who starts the server must.
    const reason = isSitegradeError(error) && error.cause !== undefined ? error.cause : error;
    const why = reason instanceof Error ? reason.message : String(reason);
    throw new Error(`DATABASE_FILE is ${JSON.stringify(filename)}, which cannot be used: ${why}`, {
      cause: error,
    });
  }
}

/**
 * Issues an API key where there is none yet, and prints it. Not to the log, because a key is a secret,
 * and only once, because the database stores only its digest.
 */
export async function printFirstKey(store: Store): Promise<void> {
  const keys = await store.apiKeys.list(undefined);
  if (keys.length > 0) return;
  const { key } = await issueApiKey(createContext({ store }), 'owner', { name: 'first key' });
  process.stdout.write(
    `There was no API key yet. This is the first; it is shown only once:\n\n  ${key}\n\n`,
  );
}
