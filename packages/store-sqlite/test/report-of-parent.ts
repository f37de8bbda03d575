import { randomBytes } from 'node:crypto';
import type { NewReport } from '@sitegrade/core/store';

/** The report that the parent process passed as JSON, with new share tokens at every call. */
export function reportOfParent(json: string): NewReport {
  const report = JSON.parse(json) as NewReport;
  return {
    ...report,
    createdAt: new Date(report.createdAt),
    shareToken: randomBytes(16).toString('base64url'),
    websiteShareToken: randomBytes(16).toString('base64url'),
  };
}
