import type { CheckFailure } from '../audit/run-checks.ts';
import type { Context } from '../context.ts';
import { errorRecord } from '../log/error-record.ts';
import { redactUrl, secretValues } from '../log/secret-parameters.ts';
import type { SitegradeEvent } from './sitegrade-event.ts';

/** Is told of every event. What it returns is not waited for. */
export type EventListener = (event: SitegradeEvent) => unknown;

/**
 * Makes the function that events are given to. A listener that throws or rejects changes nothing: the
 * first time there is a process warning (`SitegradeWarning`), and later ones pass in silence.
 */
export function createEmit(listener: EventListener | undefined): (event: SitegradeEvent) => void {
  if (listener === undefined) return () => {};
  let warned = false;
  const tell = async (event: SitegradeEvent) => {
    try {
      await listener(event);
    } catch (error) {
      if (warned) return;
      warned = true;
      warn(event, error);
    }
  };
  return (event) => void tell(event);
}

function warn({ type }: SitegradeEvent, error: unknown): void {
  const { name, message, stack } = errorRecord(error);
  process.emitWarning(`The onEvent listener failed on ${type}. This is said once.`, {
    type: 'SitegradeWarning',
    code: 'SITEGRADE_LISTENER_FAILED',
    detail: stack ?? `${name}: ${message}`,
  });
}

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
