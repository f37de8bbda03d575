import type { Context } from '../context.ts';
import { requireOwnerId } from '../validate.ts';
import type { ApiKey } from './api-key.ts';

/** The owner's keys, newest first, revoked and expired ones too. */
export async function listApiKeys(context: Context, ownerId: string): Promise<readonly ApiKey[]> {
  requireOwnerId(ownerId);
  return context.store.apiKeys.list(ownerId);
}
