import { deleteReport } from '../../reports/delete-report.ts';
import { getReport } from '../../reports/get-report.ts';
import { deleteWebsite } from '../../websites/delete-website.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { english as text } from '../english.ts';
import { confirmedStep } from './confirm-page.tsx';
import { doneQuery } from './done.ts';

const removeReport = confirmedStep({
  path: '/reports/:id/delete',
  operation: 'DeleteReport',
  summary: 'Delete a report in the console',
  askSummary: 'Ask before a report is deleted in the console',
  title: text.console.deleteReport,
  back: ({ report }, { id }) => report(id),
  async lost({ context, ownerId, params: { id } }) {
    const { title, url, createdAt } = await getReport(context, ownerId, id);
    return text.console.deleteReportText(title ?? url, text.dateTime(createdAt));
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    await deleteReport(context, ownerId, id);
    return links.consolePage('/reports') + doneQuery('report_deleted');
  },
});

const removeWebsite = confirmedStep({
  path: '/websites/:id/delete',
  operation: 'DeleteWebsite',
  summary: 'Delete a website in the console',
  askSummary: 'Ask before a website is deleted in the console',
  title: text.console.deleteWebsite,
  back: ({ websiteSettings }, { id }) => websiteSettings(id),
  async lost({ context, ownerId, params: { id } }) {
    const { domain, reportsCount } = await getWebsite(context, ownerId, id);
    return text.console.deleteWebsiteText(domain, reportsCount);
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    await deleteWebsite(context, ownerId, id);
    return links.console + doneQuery('website_deleted');
  },
});

/** The pages that delete reports and websites, after a confirmation. */
export const deletePages = [...removeReport, ...removeWebsite] as const;
