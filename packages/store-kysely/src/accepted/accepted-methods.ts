import type { AcceptedStore } from '@sitegrade/core/store';
import type { QueryBuilder } from '../dialect.ts';
import { isId } from '../ids.ts';
import type { Runner } from '../work.ts';
import { acceptRows } from './accept-findings.ts';
import { deleteAccepted, findAccepted } from './accepted-row.ts';
import { listAcceptedRows, matchingAccepted } from './list-accepted.ts';

/** The accepted findings of a store. */
export function acceptedStore(
  builder: QueryBuilder,
  { read, write, readStatement }: Runner,
): AcceptedStore {
  return {
    accept: async (findings) =>
      isId(findings.websiteId)
        ? write(() => acceptRows(builder, findings))
        : { outcome: 'missing' },
    find: async (ownerId, websiteId, id) =>
      isId(websiteId) && isId(id)
        ? readStatement(() => findAccepted(builder, ownerId, websiteId, id))
        : undefined,
    list: async (ownerId, websiteId, query) =>
      isId(websiteId)
        ? read(() => listAcceptedRows(builder, ownerId, websiteId, query))
        : { rows: [], total: 0, totalRelation: 'eq' },
    matching: async (ownerId, websiteId, query) =>
      isId(websiteId)
        ? readStatement(() => matchingAccepted(builder, ownerId, websiteId, query))
        : [],
    delete: async (ownerId, websiteId, id) =>
      isId(websiteId) && isId(id) && write(() => deleteAccepted(builder, ownerId, websiteId, id)),
  };
}
