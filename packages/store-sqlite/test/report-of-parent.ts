import type { NewReport } from '@sitegrade/core';

/** The report that the parent process handed over as JSON. */
export function reportOfParent(json: string): NewReport {
  const report = JSON.parse(json) as NewReport;
  return { ...report, createdAt: new Date(report.createdAt) };
}
