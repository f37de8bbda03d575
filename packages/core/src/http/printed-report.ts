import type { AcceptedInReport } from '../accepted/accepted-in-report.ts';
import type { Context } from '../context/context.ts';
import type { Report } from '../store/report.ts';
import type { PagesSettings } from './pages-options.ts';

/** A report of an owner that is printed, with what else its page shows. */
export interface PrintedReport {
  readonly context: Context;
  readonly ownerId: string;
  readonly report: Report;
  /** The report of the same URL before it. */
  readonly previous: Report | undefined;
  /** What of it is accepted. */
  readonly accepted: AcceptedInReport;
  /** Logs an error that does not change the document. */
  readonly logError: (error: unknown) => void;
}

/** Draws a report as an HTML document that loads nothing, in the brand of its owner. */
export type DrawReport = (settings: PagesSettings, report: PrintedReport) => Promise<string>;
