import { countEverything, reportAt, websiteAt, websitesFor } from './rows.ts';

type Row = Readonly<Record<string, string | number>>;

/** Executes SQL to fill a database. */
interface Filling {
  /** `{}` in the zlib format, as SQL: listings never read details. */
  readonly emptyDetails: string;
  readonly insert: (table: string, rows: readonly Row[]) => Promise<void>;
  readonly execute: (sql: string) => Promise<readonly Readonly<Record<string, number>>[]>;
}

/** Rows per statement. */
const rowsAtOnce = 5_000;

/** Fills empty tables with this many reports and their websites, and sets the counters. */
export async function fill(
  reports: number,
  { emptyDetails, insert, execute }: Filling,
): Promise<void> {
  const insertMany = async (
    table: string,
    count: number,
    at: (index: number) => Row,
  ): Promise<void> => {
    for (let index = 0; index < count; index += rowsAtOnce) {
      const length = Math.min(rowsAtOnce, count - index);
      await insert(
        table,
        Array.from({ length }, (_, offset) => at(index + offset)),
      );
    }
  };
  const time = { created_at: 0, updated_at: 0, privacy: 'private' };
  await insertMany('sitegrade_websites', websitesFor(reports), (index) => ({
    ...websiteAt(index),
    ...time,
  }));
  const websites = await execute('select id from sitegrade_websites order by id');
  await insertMany('sitegrade_reports', reports, (index) => {
    const { website, ...report } = reportAt(index);
    return { ...report, website_id: websites[website]?.id ?? 0 };
  });
  await execute(`insert into sitegrade_report_details (report_id, details)
    select id, ${emptyDetails} from sitegrade_reports`);
  for (const sql of countEverything) await execute(sql);
}
