/** What the command has found. */
interface Given {
  /** The report as JSON, parsed; `null` for none. */
  readonly report: object | null;
  /** The same as Markdown; empty for none. */
  readonly markdown: string;
  /** What the command wrote to standard error. */
  readonly reasons: string;
  /** Its exit code. */
  readonly code: number;
}

/** The summary of a job, and the comment on its pull request: what failed first, then the report. */
export function summaryOf(given: Given): {
  /** Empty without a report. */
  readonly score: number | '';
  readonly result: string;
  readonly text: string;
};
