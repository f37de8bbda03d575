import type { Context } from '../context.ts';
import { SitegradeError } from '../errors.ts';
import { requireOwnerId } from '../validate.ts';

/**
 * Revokes a key of the owner: it stops working with the next request, for good.
 *
 * @throws SitegradeError `not_found` where the owner has no such key.
 */
export async function revokeApiKey(context: Context, ownerId: string, id: number): Promise<void> {
  requireOwnerId(ownerId);
  if (await context.store.apiKeys.revoke(ownerId, id, context.now())) return;
  throw new SitegradeError('not_found', 'There is no API key with this id.');
}
