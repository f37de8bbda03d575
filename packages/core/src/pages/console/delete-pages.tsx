import { deleteReport } from '../../reports/delete-report.ts';
import { getReport } from '../../reports/get-report.ts';
import { deleteWebsite } from '../../websites/delete-website.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { english as text } from '../english.ts';
import { PageText } from '../parts/page-text.tsx';
import { pageResponse, seeOther } from '../respond.ts';
import { ConfirmPage } from './confirm-page.tsx';
import { doneQuery } from './done.ts';
import { ownerPage } from './owner-page.tsx';

const ofReport = { path: '/reports/:id/delete', params: { id: 'number' } } as const;
const ofWebsite = { path: '/websites/:id/delete', params: { id: 'number' } } as const;

const confirmReport = ownerPage({
  ...ofReport,
  method: 'GET',
  operationId: 'consoleConfirmDeleteReport',
  summary: 'Ask before a report is deleted in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const { title, url, createdAt } = await getReport(context, ownerId, id);
    const path = page.links.report(id);
    return pageResponse(
      200,
      <ConfirmPage
        page={page}
        title={text.console.deleteReport}
        action={`${path}/delete`}
        verb={text.console.deleteReport}
        cancel={path}
      >
        <p>
          <PageText>
            {text.console.deleteReportText(title ?? url, text.dateTime(createdAt))}
          </PageText>
        </p>
      </ConfirmPage>,
    );
  },
});

const removeReport = ownerPage({
  ...ofReport,
  method: 'POST',
  operationId: 'consoleDeleteReport',
  summary: 'Delete a report in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    await deleteReport(context, ownerId, id);
    return seeOther(page.links.consolePage('/reports') + doneQuery('report_deleted'));
  },
});

const confirmWebsite = ownerPage({
  ...ofWebsite,
  method: 'GET',
  operationId: 'consoleConfirmDeleteWebsite',
  summary: 'Ask before a website is deleted in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const { domain, reportsCount } = await getWebsite(context, ownerId, id);
    const path = page.links.website(id);
    return pageResponse(
      200,
      <ConfirmPage
        page={page}
        title={text.console.deleteWebsite}
        action={`${path}/delete`}
        verb={text.console.deleteWebsite}
        cancel={path}
      >
        <p>
          <PageText>{text.console.deleteWebsiteText(domain, reportsCount)}</PageText>
        </p>
      </ConfirmPage>,
    );
  },
});

const removeWebsite = ownerPage({
  ...ofWebsite,
  method: 'POST',
  operationId: 'consoleDeleteWebsite',
  summary: 'Delete a website in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    await deleteWebsite(context, ownerId, id);
    return seeOther(page.links.console + doneQuery('website_deleted'));
  },
});

/** The pages that delete reports and websites, after a confirmation. */
export const deletePages = [confirmReport, removeReport, confirmWebsite, removeWebsite] as const;
