import type { VNode } from 'preact';
import { findAcceptedInReport } from '../../accepted/accepted-in-report.ts';
import type { Context } from '../../context/context.ts';
import { findPreviousReport } from '../../reports/compare-reports.ts';
import { createReport } from '../../reports/create-report.ts';
import { getReport } from '../../reports/get-report.ts';
import { listReports } from '../../reports/list-reports.ts';
import { canPrint } from '../../reports/print-html.ts';
import { findPictures } from '../../reports/screenshots.ts';
import type { Report, ReportSummary } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { checkFilterOf } from '../parts/check-list.tsx';
import { PdfLink } from '../parts/pdf-link.tsx';
import { ReportView } from '../parts/report-view.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { FieldError } from './field.tsx';
import type { Form } from './form.ts';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { withQuery } from './paging.tsx';
import { formPages } from './post-page.ts';
import { ShareLink } from './share-link.tsx';

/** A report with what its owner can do. The form analyses its page again. */
export const reportPages = formPages({
  path: '/reports/:id',
  params: { id: 'number' },
  show: { operationId: 'consoleReport', summary: 'Show a report in the console' },
  send: {
    operationId: 'consoleAnalyseAgain',
    summary: 'Analyse the page of a report again in the console',
  },
  fields: ['url'],
  respond: respondReport,
  async take({ context, ownerId, params, signal }, { links }) {
    const { url } = await getReport(context, ownerId, params.id);
    const { id } = await createReport(context, ownerId, { url }, { signal: signal() });
    return links.report(id);
  },
});

async function respondReport(
  { context, ownerId, params: { id }, query }: OwnerRequest<{ readonly id: 'number' }>,
  page: ConsoleContext,
  refused?: Form,
): Promise<VNode> {
  const { links } = page;
  const report = await getReport(context, ownerId, id);
  const [previous, website, earlier, accepted, pictures] = await Promise.all([
    findPreviousReport(context, ownerId, report),
    getWebsite(context, ownerId, report.websiteId),
    earlierReports(context, ownerId, report),
    findAcceptedInReport(context, ownerId, report),
    findPictures(context, ownerId, report),
  ]);
  return (
    <ConsoleLayout
      page={page}
      title={text.report.title(report.title ?? report.url)}
      current="reports"
    >
      <FieldError name="url" label={text.console.url} issue={refused?.issues.url?.[0]} />
      <ReportView
        report={report}
        previous={previous ?? null}
        comparison={previous && comparisonPath(page, report.id, previous.id)}
        filter={checkFilterOf(query)}
        path={links.report(id)}
        pictures={pictures}
        accepted={{
          found: accepted,
          accept: (check) => withQuery(`${links.report(id)}/accept`, { check }),
          remove: (acceptedId) => `${links.website(website.id)}/accepted/${acceptedId}/delete`,
        }}
      >
        <ReportActions
          page={page}
          report={report}
          website={website}
          isRenewed={query.get('done') === 'renewed'}
          hasPdf={canPrint(context)}
        />
      </ReportView>
      <ReportLinks page={page} report={report} website={website} />
      {earlier.length > 0 && <CompareForm page={page} report={report} earlier={earlier} />}
    </ConsoleLayout>
  );
}

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

/** What most owners do next. */
function ReportActions({
  page: { links, settings },
  report,
  website,
  isRenewed,
  hasPdf,
}: {
  page: ConsoleContext;
  report: Report;
  website: Website;
  isRenewed: boolean;
  hasPdf: boolean;
}): VNode {
  const labels = text.console;
  const path = links.report(report.id);
  return (
    <>
      {settings.share && (
        <ShareLink
          url={links.absolute(links.sharedReport(report.shareToken))}
          privacy={website.privacy}
          changePrivacy={`${links.websiteSettings(website.id)}#privacy`}
          renew={`${path}/renew-link`}
          open={isRenewed}
        />
      )}
      <form method="post" action={path} data-busy={labels.creating}>
        <button type="submit">{labels.rerun}</button>
      </form>
      <PdfLink href={hasPdf ? links.reportPdf(report.id) : undefined} />
    </>
  );
}

/** The website of a report, its files, and how to delete it. */
function ReportLinks({
  page: { links },
  report,
  website,
}: {
  page: ConsoleContext;
  report: Report;
  website: Website;
}): VNode {
  const labels = text.console;
  const path = links.report(report.id);
  return (
    <section class="screen" aria-labelledby="more">
      <h2 id="more">{labels.thisReport}</h2>
      <ul class="inline">
        <li>
          {labels.website} <TextLink href={links.website(website.id)}>{website.domain}</TextLink>
        </li>
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
    </section>
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
