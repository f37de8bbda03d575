import type { CheckFailure } from '@sitegrade/audit';
import { errorRecord } from '../log/error-record.ts';
import { redactUrl, secretValues } from '../log/secret-parameters.ts';
import { createNotify } from './notify.ts';
import { processWarning } from './process-warning.ts';
import type { SitegradeEvent } from './sitegrade-event.ts';

/** The part of a context that sends an event to the `onEvent` listener. It never throws and never waits. */
export interface Emitter {
  readonly emit: (event: SitegradeEvent) => void;
}

/** Called with every event. Its result is ignored. */
export type EventListener = (event: SitegradeEvent) => unknown;

/** Creates the function that emits events to the listener. */
export function createEmit(listener: EventListener | undefined): Emitter['emit'] {
  return listener === undefined ? () => {} : createNotify('onEvent', listener);
}

/** Ids of checks with a warning in this process. */
const checksWithWarning = new Set<string>();

/**
 * Emits `check.failed`. The first failure of a check in this process is also a process warning
 * (`SitegradeWarning`), so that a broken check is visible without a listener.
 */
export function emitCheckFailed(
  { emit }: Emitter,
  ownerId: string,
  { check, url, error: thrown }: CheckFailure,
): void {
  const secrets = secretValues(url);
  const error = errorRecord(thrown, secrets);
  emit({ type: 'check.failed', ownerId, check, url: redactUrl(url), error });
  if (checksWithWarning.has(check)) return;
  checksWithWarning.add(check);
  processWarning(
    'SITEGRADE_CHECK_FAILED',
    `The check ${check} failed. Later failures of this check only emit check.failed.`,
    thrown,
    secrets,
  );
}
