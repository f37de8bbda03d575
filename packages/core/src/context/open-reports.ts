/**
 * The reports that requests create in this process, without a job. They never wait for their host, and are never refused
 * for it, but workers of the process start fewer jobs of a host that has some.
 */
export interface OpenReports {
  /**
   * Counts one more report.
   *
   * @param host - The host and port of its URL.
   * @returns a function to call when the report has ended.
   */
  enter(host: string): () => void;
  /** The hosts of all of them, one for each. */
  hosts(): readonly string[];
}

/** Creates the list of one context. */
export function createOpenReports(): OpenReports {
  const reports = new Set<{ readonly host: string }>();
  return {
    enter(host) {
      const report = { host };
      reports.add(report);
      return () => {
        reports.delete(report);
      };
    },
    hosts: () => [...reports].map(({ host }) => host),
  };
}
