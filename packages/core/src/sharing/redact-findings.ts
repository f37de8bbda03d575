import { setImmediate } from 'node:timers/promises';
import type { Context } from '../context/context.ts';
import type { SiteFinding } from '../store/site-issue.ts';
import { redactionOf } from './redact-report.ts';

/** Other requests are handled in between. */
const sliceMs = 10;

/**
 * Copies of findings for anyone but the owner, redacted as `redactReport` does: in summaries, URLs and keys,
 * `[redacted]` replaces what looks secret. It does not block the process.
 *
 * @param findings - Findings of an issue, from `listCrawlIssues` for example.
 * @example
 * ```ts
 * const [issue] = await listCrawlIssues(context, 'user-1', 42);
 * const shown = await redactFindings(context, issue?.findings ?? []);
 * ```
 */
export async function redactFindings(
  { monotonicMs }: Pick<Context, 'monotonicMs'>,
  findings: readonly SiteFinding[],
): Promise<readonly SiteFinding[]> {
  const redacted: SiteFinding[] = [];
  let started = monotonicMs();
  for (const finding of findings) {
    redacted.push(redactFinding(finding));
    if (monotonicMs() - started < sliceMs) continue;
    await setImmediate();
    started = monotonicMs();
  }
  return redacted;
}

function redactFinding({ pages, target, summary, key, pagesCount }: SiteFinding): SiteFinding {
  const redact = redactionOf(target === null ? pages : [target, ...pages]);
  return {
    summary: redact(summary),
    pages: pages.map(redact),
    pagesCount,
    target: target && redact(target),
    key: redact(key),
  };
}
