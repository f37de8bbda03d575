/**
 * What reports, websites, schedules, crawls, webhooks and recipients are on the wire, for hosts that have routes or
 * their own files.
 */
export { acceptedFindingRecord } from './accepted-record.ts';
export { crawlChangesRecord, crawlPageSummaryRecord, crawlRecord } from './crawl-record.ts';
export { type CsvColumns, csvFile } from './csv.ts';
export { findingChangesRecord } from './finding-changes-record.ts';
export { recipientRecord } from './recipient-record.ts';
export { type CheckRow, checkColumns } from './report-csv.ts';
export {
  analysisRecord,
  changesRecord,
  checkCatalogueRecord,
  comparisonRecord,
  reportRecord,
  reportSummaryRecord,
} from './report-record.ts';
export { scheduleRecord } from './schedule-record.ts';
export { findingRecord, issueRecord } from './site-issue-record.ts';
export { speedRecord } from './speed-record.ts';
export { deliveryRecord, webhookRecord, webhookSecretRecord } from './webhook-record.ts';
export { historyRecord, websiteRecord } from './website-record.ts';
