/**
 * Loads all that reports, jobs and crawls need, which is otherwise loaded when the first one begins. Later an upgrade may
 * have replaced the files that a process has not loaded yet.
 */
export async function loadAnalysis(): Promise<void> {
  await Promise.all([
    import('@sitegrade/audit/analyze'),
    import('../crawls/run-crawl.ts'),
    import('../site-issues/build-site.ts'),
    import('../site-issues/find-issues.ts'),
    import('../site-issues/rules/index.ts'),
  ]);
}
