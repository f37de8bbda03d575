import { readOnlyError } from '../store/read-only-error.ts';
import type { Context } from './context.ts';

/**
 * Refuses work whose result could not be stored.
 *
 * @throws SitegradeError `overloaded` with the reason `read_only` if the store accepts no changes.
 */
export async function requireWritable({ store }: Pick<Context, 'store'>): Promise<void> {
  if (!(await store.isWritable())) throw readOnlyError();
}
