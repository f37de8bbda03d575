import { withBody } from '../../http/response/response.ts';
import { definePage, type Page } from '../page-route.ts';
import { acceptPages } from './accept-pages.tsx';
import { acceptedPages } from './accepted-pages.tsx';
import { batchPages } from './batch-pages.tsx';
import { chooseComparisonPage, comparisonPage } from './comparison-page.tsx';
import { crawlComparisonPage } from './crawl-comparison-page.tsx';
import { crawlFiles } from './crawl-files.ts';
import { crawlPages } from './crawl-page.tsx';
import { crawledPages } from './crawled-pages.tsx';
import { crawlsPages } from './crawls-page.tsx';
import { deletePages } from './delete-pages.tsx';
import { checksCsvFile, pdfFiles, reportJsonFile } from './download-pages.ts';
import { endCrawlPages } from './end-crawl-pages.tsx';
import { issuePages } from './issue-pages.tsx';
import { jobPages } from './job-pages.tsx';
import { jobsPages } from './jobs-page.tsx';
import { keyPages } from './keys-pages.tsx';
import { recipientPages } from './recipient-page.tsx';
import { recipientSteps } from './recipient-steps.tsx';
import { recipientsPages } from './recipients-page.tsx';
import { renewPages } from './renew-pages.tsx';
import { reportPages } from './report-page.tsx';
import { reportsPage } from './reports-page.tsx';
import { schedulePages } from './schedule-pages.tsx';
import { settingsPages } from './settings-page.tsx';
import { signInPages } from './sign-in-pages.tsx';
import { startPages } from './start-page.tsx';
import { webhookPages } from './webhook-page.tsx';
import { webhookSteps } from './webhook-steps.tsx';
import { webhooksPages } from './webhooks-page.tsx';
import { websitePage } from './website-page.tsx';

/** The start page has no trailing slash, so that its relative URLs are those of the other pages. */
const slashPage = definePage({
  method: 'GET',
  path: '/',
  operationId: 'consoleSlash',
  summary: 'Lead to the start page of the console',
  respond: (_request, { links }) => withBody(308, '', { location: links.console }),
});

/** The pages of the console. */
export const consolePages: readonly Page[] = [
  ...startPages,
  slashPage,
  reportsPage,
  ...reportPages,
  reportJsonFile,
  checksCsvFile,
  ...pdfFiles,
  chooseComparisonPage,
  comparisonPage,
  websitePage,
  ...settingsPages,
  ...schedulePages,
  ...recipientsPages,
  ...recipientPages,
  ...recipientSteps,
  ...acceptPages,
  ...acceptedPages,
  ...renewPages,
  ...deletePages,
  ...crawlsPages,
  ...crawlPages,
  ...crawlFiles,
  crawlComparisonPage,
  ...endCrawlPages,
  ...crawledPages,
  ...issuePages,
  ...jobsPages,
  ...batchPages,
  ...jobPages,
  ...webhooksPages,
  ...webhookPages,
  ...webhookSteps,
  ...keyPages,
  ...signInPages,
];
