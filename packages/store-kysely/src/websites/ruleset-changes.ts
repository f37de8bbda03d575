import { joinedRulesets } from '@sitegrade/core/internal';
import { type CompiledQuery, sql } from 'kysely';
import type { QueryBuilder } from '../dialect.ts';
import { websiteReports } from '../reports/website-reports.ts';

/** By how many the latest reports with a ruleset change on a day. Earlier days count as the first one. */
export function selectRulesetChanges(
  builder: QueryBuilder,
  ownerId: string,
  id: number,
  firstDay: number,
): CompiledQuery<RulesetChange> {
  const { ofWebsite } = websiteReports(builder, ownerId, id);
  return sql<RulesetChange>`with report as (
      select created_at / 86400000 as day, ruleset_version as ruleset,
        lag(ruleset_version) over (partition by url order by id) as replaced
        from ${ofWebsite}
    ), moved as (
      select day, ruleset, 1 as reports from report where replaced is null or replaced <> ruleset
      union all select day, replaced, -1 from report where replaced <> ruleset
    ), clamped as (
      select case when day < ${firstDay} then ${firstDay} else day end as day, ruleset, reports
        from moved
    )
    select day, ruleset, sum(reports) as reports from clamped group by day, ruleset
      order by day`.compile(builder.db);
}

interface RulesetChange {
  readonly day: number | string;
  readonly ruleset: string;
  readonly reports: number | string;
}

/** Changes how many reports have a ruleset. */
export function addRuleset(counts: Map<string, number>, ruleset: string, change: number): void {
  counts.set(ruleset, (counts.get(ruleset) ?? 0) + change);
}

/** The rulesets that any report has, as one text. */
export function rulesetsOf(counts: ReadonlyMap<string, number>): string | null {
  const present = [...counts].filter(([, count]) => count > 0).map(([ruleset]) => ruleset);
  return present.length === 0 ? null : joinedRulesets(present);
}
