import type { QueryBuilder } from './dialect.ts';
import { firstOf, type Work } from './work.ts';

/** Replaces the share token of a report or a website of the owner. */
export function* renewShareToken(
  { db }: QueryBuilder,
  kind: 'reports' | 'websites',
  ownerId: string,
  id: number,
  token: string,
): Work<boolean> {
  const renew = db
    .updateTable(`sitegrade_${kind}`)
    .set({ share_token: token })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('id');
  // A report without a website is hidden.
  const renewVisible =
    kind === 'websites'
      ? renew
      : renew.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('sitegrade_websites')
              .select('sitegrade_websites.id')
              .whereRef('sitegrade_websites.id', '=', 'website_id' as never),
          ),
        );
  const renewed = yield* firstOf(renewVisible.compile());
  return renewed !== undefined;
}
