import type { Context } from '../context/context.ts';
import { loadContent } from '../messages/mail/load-content.ts';

/**
 * Loads all that reports, jobs, crawls and mails need, which is otherwise loaded when the first one begins. Later an
 * upgrade may have replaced the files that a process has not loaded yet.
 */
export async function loadForWork({ alerts }: Pick<Context, 'alerts'>): Promise<void> {
  await Promise.all([
    import('@sitegrade/audit/analyze'),
    import('../crawls/run-crawl.ts'),
    import('../site-issues/build-site.ts'),
    import('../site-issues/find-issues.ts'),
    import('../site-issues/rules/index.ts'),
  ]);
  if (alerts.sendMail !== undefined) await loadContent();
}
