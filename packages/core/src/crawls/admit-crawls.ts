import { announceJobs } from '../background/announce.ts';
import type { Context } from '../context/context.ts';

/**
 * Admits crawls that wait while fewer run than may, and notifies workers.
 *
 * @throws the error of the store. The next sweep of a worker admits them then.
 */
export async function admitCrawls(context: Context): Promise<void> {
  const admitted = await context.store.crawls.admit(context.crawls.maxRunning);
  if (admitted > 0) await announceJobs(context, admitted);
}
