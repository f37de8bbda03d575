import type { AcceptedSetting, NewAcceptedFindings } from '@sitegrade/core/store';
import { searchForm } from '@sitegrade/core/store';
import type { CompiledQuery } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { lockRows, lockTotals, ownedRows } from '../lock-rows.ts';
import { firstOf, rowsOf, type Work } from '../work.ts';
import { acceptedColumns, toAccepted } from './accepted-row.ts';

type NewFinding = NewAcceptedFindings['findings'][number];

/** Stores accepted findings of a website, each in place of the one that it may have. */
export function* acceptRows(
  builder: QueryBuilder,
  given: NewAcceptedFindings,
): Work<AcceptedSetting> {
  const { ownerId, websiteId, findings, maxAccepted, maxPatterns } = given;
  // First, as where a website is deleted: it would not delete what is stored after that.
  const website = ownedRows(builder, 'sitegrade_websites', ownerId).where('id', '=', websiteId);
  const [locked] = yield* lockRows(builder, website);
  if (locked === undefined) return { outcome: 'missing' };
  // Two requests at once must not exceed the quota together.
  yield lockTotals(builder, ownerId);
  const stored = yield* storedKeys(builder, websiteId, findings.map(keyOf));
  const added = findings.filter((finding) => !stored.has(keyOf(finding)));
  const patterns = added.filter(({ fingerprint }) => fingerprint === null).length;
  if (patterns > 0 && (yield* count(patternsOf(builder, websiteId))) + patterns > maxPatterns) {
    return { outcome: 'too_many_patterns' };
  }
  if (added.length > 0) {
    const used = yield* count(allOf(builder, ownerId));
    if (used + added.length > maxAccepted) {
      return { outcome: 'quota_exceeded', used, requested: added.length };
    }
  }
  const rows = yield* rowsOf(upsertRows(builder, given));
  const byKey = new Map(rows.map((row) => [row.accepted_key, toAccepted(row)]));
  return {
    outcome: 'accepted',
    findings: findings.flatMap((finding) => byKey.get(keyOf(finding)) ?? []),
    created: added.length,
  };
}

/** What identifies an accepted finding within its website. No fingerprint has a space. */
function keyOf({ fingerprint, check, path }: NewFinding): string {
  return fingerprint ?? `${check} ${path}`;
}

function* storedKeys(
  { db, dialect }: QueryBuilder,
  websiteId: number,
  keys: readonly string[],
): Work<ReadonlySet<string>> {
  const rows = yield* rowsOf(
    db
      .selectFrom('sitegrade_accepted')
      .select('accepted_key')
      .where('website_id', '=', websiteId)
      .where('accepted_key', 'in', dialect.textList(keys))
      .compile(),
  );
  return new Set(rows.map(({ accepted_key }) => accepted_key));
}

type Count = CompiledQuery<{ readonly total: number }>;

function* count(query: Count): Work<number> {
  return Number((yield* firstOf(query))?.total ?? 0);
}

function allOf({ db }: QueryBuilder, ownerId: string): Count {
  return db
    .selectFrom('sitegrade_accepted')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .compile();
}

function patternsOf({ db }: QueryBuilder, websiteId: number): Count {
  return db
    .selectFrom('sitegrade_accepted')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('website_id', '=', websiteId)
    .where('fingerprint', 'is', null)
    .compile();
}

function upsertRows(
  { db }: QueryBuilder,
  { ownerId, websiteId, findings, acceptedAt }: NewAcceptedFindings,
) {
  const time = acceptedAt.getTime();
  return db
    .insertInto('sitegrade_accepted')
    .values(
      findings.map((finding) => ({
        owner_id: ownerId,
        website_id: websiteId,
        accepted_key: keyOf(finding),
        check_id: finding.check,
        path: finding.path,
        path_search: searchForm(finding.path),
        fingerprint: finding.fingerprint,
        quote: finding.quote,
        reason: finding.reason,
        expires: finding.expires,
        created_at: time,
        updated_at: time,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['website_id', 'accepted_key']).doUpdateSet(({ ref }) => ({
        check_id: ref('excluded.check_id'),
        path: ref('excluded.path'),
        path_search: ref('excluded.path_search'),
        quote: ref('excluded.quote'),
        reason: ref('excluded.reason'),
        expires: ref('excluded.expires'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .returning([...acceptedColumns, 'accepted_key'])
    .compile();
}
