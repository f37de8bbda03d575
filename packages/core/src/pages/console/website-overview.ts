import type { Context } from '../../context/context.ts';
import type { Report } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import { websiteTrend } from '../../websites/website-history.ts';

/** A website in the list of the start page. */
export interface WebsiteOverview {
  readonly website: Website;
  /** The last scores, oldest first. */
  readonly trend: Awaited<ReturnType<typeof websiteTrend>>;
  /** What is open in the latest report, and the finding that costs most there. */
  readonly problems: Problems | undefined;
}

interface Problems {
  readonly failed: number;
  readonly warned: number;
  readonly worst: { readonly check: string; readonly summary: string } | undefined;
}

/**
 * Loads what the start page shows of each website: one after the other, as a report may be large and the
 * database has other work.
 */
export async function websiteOverviews(
  context: Context,
  ownerId: string,
  websites: readonly Website[],
): Promise<readonly WebsiteOverview[]> {
  const overviews: WebsiteOverview[] = [];
  for (const website of websites) overviews.push(await overviewOf(context, ownerId, website));
  return overviews;
}

async function overviewOf(
  context: Context,
  ownerId: string,
  website: Website,
): Promise<WebsiteOverview> {
  const { latestReport, id: websiteId } = website;
  const [trend, report] = await Promise.all([
    websiteTrend(context, ownerId, websiteId),
    latestReport ? context.store.reports.find(ownerId, latestReport.id) : undefined,
  ]);
  return {
    website,
    trend,
    problems: report && problemsOf(report),
  };
}

function problemsOf({ checks, fixFirst: [worst] }: Report): Problems {
  const statuses = Object.values(checks).map(({ status }) => status);
  const summary = worst === undefined ? undefined : checks[worst]?.summary;
  return {
    failed: statuses.filter((status) => status === 'fail').length,
    warned: statuses.filter((status) => status === 'warn').length,
    worst: worst === undefined || summary === undefined ? undefined : { check: worst, summary },
  };
}
