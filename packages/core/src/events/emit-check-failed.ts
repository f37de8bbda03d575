import type { CheckFailure } from '../audit/run-checks.ts';
import type { Context } from '../context.ts';
import { errorRecord } from '../log/error-record.ts';
import { redactUrl, secretValues } from '../log/secret-parameters.ts';

/** Ids of checks that there was a warning of, in this process. */
const warned = new Set<string>();

/**
 * Emits `check.failed`. The first time that a check fails in this process there is also a process
 * warning (`SitegradeWarning`), so that a broken check is noticed without a listener.
 */
export function emitCheckFailed(
  { emit }: Pick<Context, 'emit'>,
  ownerId: string,
  { check, url, error: thrown }: CheckFailure,
): void {
  const error = errorRecord(thrown, secretValues(url));
  emit({ type: 'check.failed', ownerId, check, url: redactUrl(url), error });
  if (warned.has(check)) return;
  warned.add(check);
  process.emitWarning(
    `The check ${check} failed. Later failures of this check only emit check.failed.`,
    {
      type: 'SitegradeWarning',
      code: 'SITEGRADE_CHECK_FAILED',
      detail: error.stack ?? `${error.name}: ${error.message}`,
    },
  );
}
