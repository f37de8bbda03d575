import type { WebsiteChange, WebsiteCondition, WebsiteUpdate } from '@sitegrade/core/store';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Work } from '../work.ts';
import { findWebsite } from './website-row.ts';

/** Changes a website's privacy and password. Nothing is changed if a password would be missing. */
export function* updateWebsiteRow(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  change: WebsiteChange,
  onlyIf?: WebsiteCondition,
): Work<WebsiteUpdate> {
  if (onlyIf) {
    yield lockWebsite(builder, ownerId, id);
    // A separate statement sees everything committed before the lock was taken.
    const current = yield* findWebsite(builder, ownerId, id);
    if (current === undefined) return { outcome: 'missing' };
    if (!onlyIf(current)) return { outcome: 'condition_failed' };
  }
  const changed = yield* firstOf(changeWebsite(builder, ownerId, id, change));
  const website = yield* findWebsite(builder, ownerId, id);
  if (website === undefined) return { outcome: 'missing' };
  return changed ? { outcome: 'updated', website } : { outcome: 'password_required' };
}

function lockWebsite({ db, dialect }: QueryBuilder, ownerId: string, id: number): CompiledQuery {
  return db
    .selectFrom('sitegrade_websites')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .modifyEnd(dialect.forUpdate)
    .compile();
}

function changeWebsite(
  { db }: QueryBuilder,
  ownerId: string,
  id: number,
  change: WebsiteChange,
): CompiledQuery<{ readonly id: number }> {
  const privacy = sql<WebsiteChange['privacy']>`coalesce(${change.privacy ?? null}, privacy)`;
  const passwordHash = sql<string>`coalesce(${change.passwordHash ?? null}, password_hash)`;
  const updatedAt = change.updatedAt.getTime();
  return db
    .updateTable('sitegrade_websites')
    .set({
      privacy: sql`${privacy}`,
      password_hash: sql`case when ${privacy} = 'password' then ${passwordHash} end`,
      updated_at: sql`case when updated_at < ${updatedAt} then ${updatedAt} else updated_at + 1 end`,
    })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`(${privacy} <> 'password' or ${passwordHash} is not null)`)
    .returning('id')
    .compile();
}
