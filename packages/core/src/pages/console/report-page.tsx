import type { VNode } from 'preact';
import type { Context } from '../../context/context.ts';
import { findPreviousReport } from '../../reports/compare-reports.ts';
import { getReport } from '../../reports/get-report.ts';
import { listReports } from '../../reports/list-reports.ts';
import type { Report, ReportSummary } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { english as text } from '../english.ts';
import { checkFilterOf } from '../parts/check-list.tsx';
import { PageText } from '../parts/page-text.tsx';
import { ReportView } from '../parts/report-view.tsx';
import { pageResponse } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { doneOf } from './done.ts';
import { type ConsoleContext, ownerPage } from './owner-page.tsx';
import { ShareLink } from './share-link.tsx';

/** A report with what its owner can do. */
export const reportPage = ownerPage({
  method: 'GET',
  path: '/reports/:id',
  params: { id: 'number' },
  operationId: 'consoleReport',
  summary: 'Show a report in the console',
  async respond({ context, ownerId, params: { id }, query }, page) {
    const { links, settings } = page;
    const report = await getReport(context, ownerId, id);
    const [previous, website, earlier] = await Promise.all([
      findPreviousReport(context, ownerId, report),
      getWebsite(context, ownerId, report.websiteId),
      earlierReports(context, ownerId, report),
    ]);
    return pageResponse(
      200,
      <ConsoleLayout
        page={page}
        title={text.report.title(report.title ?? report.url)}
        current="reports"
        done={doneOf(query)}
      >
        <ReportView
          report={report}
          previous={previous}
          comparison={previous && comparisonPath(page, report.id, previous.id)}
          filter={checkFilterOf(query)}
          path={links.report(id)}
        >
          <ReportActions
            page={page}
            report={report}
            website={website}
            hasEarlier={earlier.length > 0}
          />
        </ReportView>
        {earlier.length > 0 && <CompareForm page={page} report={report} earlier={earlier} />}
        {settings.share && (
          <ShareLink
            title={text.console.share}
            url={links.absolute(links.sharedReport(report.shareToken))}
            privacy={website.privacy}
            changePrivacy={`${links.website(website.id)}#privacy`}
            renew={`${links.report(id)}/renew-link`}
          />
        )}
      </ConsoleLayout>,
    );
  },
});

/** The path of the comparison of a report with an earlier one. */
export function comparisonPath({ links }: ConsoleContext, id: number, earlier: number): string {
  return `${links.report(id)}/compare/${earlier}`;
}

/** The last reports of the same URL before this one. */
async function earlierReports(
  context: Context,
  ownerId: string,
  { id, url }: Report,
): Promise<readonly ReportSummary[]> {
  const start = { after: { key: id, id } };
  return (await listReports(context, ownerId, { url, start, perPage: 25 })).rows;
}

function ReportActions({
  page: { links, settings },
  report,
  website,
  hasEarlier,
}: {
  page: ConsoleContext;
  report: Report;
  website: Website;
  hasEarlier: boolean;
}): VNode {
  const labels = text.console;
  const path = links.report(report.id);
  return (
    <>
      <p>
        {labels.website}{' '}
        <a href={links.website(website.id)}>
          <PageText>{website.domain}</PageText>
        </a>
      </p>
      <div class="actions">
        <form method="post" action={links.consolePage('/reports')} data-busy={labels.creating}>
          <input type="hidden" name="url" value={report.url} />
          <button type="submit">{labels.rerun}</button>
        </form>
        {settings.share && (
          <a class="button plain" href="#share">
            {labels.shareShort}
          </a>
        )}
      </div>
      <ul class="inline">
        {hasEarlier && (
          <li>
            <a href="#compare">{labels.compare}</a>
          </li>
        )}
        <li>
          <a href={`${path}/report.json`} download>
            {labels.downloadJson}
          </a>
        </li>
        <li>
          <a href={`${path}/checks.csv`} download>
            {labels.downloadCsv}
          </a>
        </li>
        <li>
          <a href={`${path}/delete`}>{labels.danger}</a>
        </li>
      </ul>
    </>
  );
}

function CompareForm({
  page,
  report,
  earlier,
}: {
  page: ConsoleContext;
  report: Report;
  earlier: readonly ReportSummary[];
}): VNode {
  const labels = text.console;
  return (
    <section aria-labelledby="compare">
      <h2 id="compare">{labels.compareWith}</h2>
      <form class="row" action={`${page.links.report(report.id)}/compare`}>
        <div class="field">
          <label for="with">{labels.latestOf(earlier.length)}</label>
          <select id="with" name="with">
            {earlier.map(({ id, createdAt, score }) => (
              <option key={id} value={id}>
                {labels.earlierReport(text.dateTime(createdAt), score)}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" class="plain">
          {labels.compare}
        </button>
      </form>
    </section>
  );
}
