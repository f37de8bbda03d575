import { refusedWrites } from '../events/outages.ts';
import { readOnlyError } from '../store/read-only-error.ts';
import type { Context } from './context.ts';

/**
 * Refuses a request whose result could not be stored.
 *
 * @throws SitegradeError `overloaded` with the reason `read_only` if the store accepts no changes.
 */
export async function requireWritable({
  store,
  emitOperation,
  outages,
}: Pick<Context, 'store' | 'emitOperation' | 'outages'>): Promise<void> {
  if (await store.isWritable()) {
    outages.succeeded(refusedWrites);
    return;
  }
  emitOperation({ type: 'write.refused', reason: 'read_only' });
  throw readOnlyError();
}
