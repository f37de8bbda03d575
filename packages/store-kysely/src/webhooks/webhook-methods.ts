import type { WebhookStore } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { isId } from '../ids.ts';
import type { Runner } from '../work.ts';
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './change-webhooks.ts';
import { findWebhook, listWebhooks } from './webhook-row.ts';

/** The webhooks of a store. */
export function webhookStore(
  builder: QueryBuilder,
  { write, readStatement }: Runner,
): WebhookStore {
  return {
    create: (webhook) => write(() => createWebhook(builder, webhook)),
    find: async (ownerId, id) =>
      isId(id) ? readStatement(() => findWebhook(builder, ownerId, id)) : undefined,
    list: (ownerId) => readStatement(() => listWebhooks(builder, ownerId)),
    update: async (ownerId, id, change) =>
      isId(id) ? write(() => updateWebhook(builder, ownerId, id, change)) : undefined,
    rotate: async (ownerId, id, rotation) =>
      isId(id) ? write(() => rotateSecret(builder, ownerId, id, rotation)) : { outcome: 'missing' },
    delete: async (ownerId, id) => isId(id) && write(() => deleteWebhook(builder, ownerId, id)),
  };
}
