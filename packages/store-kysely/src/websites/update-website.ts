import type { WebsiteChange, WebsiteUpdate } from '@sitegrade/core';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { firstOf, type Work } from '../work.ts';
import { findWebsite } from './find-website.ts';

/** Changes a website's privacy and password. Nothing is changed where a password would be missing. */
export function* updateWebsite(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  change: WebsiteChange,
): Work<WebsiteUpdate> {
  const changed = yield* firstOf(changeWebsite(builder, ownerId, id, change));
  const website = yield* findWebsite(builder, ownerId, id);
  if (website === undefined) return { outcome: 'missing' };
  return changed ? { outcome: 'updated', website } : { outcome: 'password_required' };
}

function changeWebsite(
  { db }: QueryBuilder,
  ownerId: string,
  id: number,
  change: WebsiteChange,
): CompiledQuery<{ readonly id: number }> {
  const privacy = sql<WebsiteChange['privacy']>`coalesce(${change.privacy ?? null}, privacy)`;
  const passwordHash = sql<string>`coalesce(${change.passwordHash ?? null}, password_hash)`;
  return db
    .updateTable('sitegrade_websites')
    .set({
      privacy: sql`${privacy}`,
      password_hash: sql`case when ${privacy} = 'password' then ${passwordHash} end`,
      updated_at: change.updatedAt.getTime(),
    })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`(${privacy} <> 'password' or ${passwordHash} is not null)`)
    .returning('id')
    .compile();
}
