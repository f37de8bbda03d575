import { createContext, issueApiKey, type Store } from '@sitegrade/core';

/**
 * Issues an API key where there is none yet, and prints it: past the log, because a key is a secret,
 * and this once, because the database keeps only its digest.
 */
export async function announceFirstKey(store: Store): Promise<void> {
  const keys = await store.apiKeys.list(undefined);
  if (keys.length > 0) return;
  const { key } = await issueApiKey(createContext({ store }), 'owner', { name: 'first key' });
  process.stdout.write(
    `There is no API key yet, so here is the first. It is shown this once:\n\n  ${key}\n\n`,
  );
}
