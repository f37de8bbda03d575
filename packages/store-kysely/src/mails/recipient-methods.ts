import type { RecipientStore } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { isId } from '../ids.ts';
import type { Runner } from '../work.ts';
import {
  confirmRecipient,
  createRecipient,
  deleteRecipient,
  requestConfirmation,
  unsubscribeRecipient,
  updateRecipient,
} from './change-recipients.ts';
import { dueDigests, findByToken, findRecipient, listRecipients } from './recipient-row.ts';

/** The recipients of a store. */
export function recipientStore(
  builder: QueryBuilder,
  { write, readStatement }: Runner,
): RecipientStore {
  const areIds = (...ids: readonly number[]): boolean => ids.every(isId);
  return {
    create: async (recipient) =>
      isId(recipient.websiteId)
        ? write(() => createRecipient(builder, recipient))
        : { outcome: 'missing' },
    find: async (ownerId, websiteId, id) =>
      areIds(websiteId, id)
        ? readStatement(() => findRecipient(builder, ownerId, websiteId, id))
        : undefined,
    list: async (ownerId, websiteId) =>
      isId(websiteId) ? readStatement(() => listRecipients(builder, ownerId, websiteId)) : [],
    update: async (ownerId, websiteId, id, change) =>
      areIds(websiteId, id)
        ? write(() => updateRecipient(builder, ownerId, websiteId, id, change))
        : undefined,
    delete: async (ownerId, websiteId, id) =>
      areIds(websiteId, id) && write(() => deleteRecipient(builder, ownerId, websiteId, id)),
    requestConfirmation: async (request) =>
      areIds(request.websiteId, request.id)
        ? write(() => requestConfirmation(builder, request))
        : { outcome: 'missing' },
    findByToken: (token) => readStatement(() => findByToken(builder, token)),
    confirm: (token, confirmation) => write(() => confirmRecipient(builder, token, confirmation)),
    unsubscribe: (token, now) => write(() => unsubscribeRecipient(builder, token, now)),
    dueDigests: (query) => readStatement(() => dueDigests(builder, query)),
  };
}
