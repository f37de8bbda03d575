import type { FieldDataFailed, RenderFailed } from '@sitegrade/audit';
import { errorRecord } from '../log/error-record.ts';
import { redactUrl, secretValues } from '../log/secret-parameters.ts';
import type { OperationEvent } from './operation-event.ts';
import { operationWarning } from './operation-warning.ts';
import { createWarnOnce } from './process-warning.ts';

/** Called with every event that operators watch. Its result is ignored. */
export type OperationListener = (event: OperationEvent) => unknown;

/** The part of a context that sends an event to the `onOperation` listener. It never throws and never waits. */
export interface OperationEmitter {
  readonly emitOperation: (event: OperationEvent) => void;
}

/**
 * Creates the function that emits events to the listener. Without one, those that someone should know of are process
 * warnings (`SitegradeWarning`). A listener that fails is a process warning, once.
 */
export function createEmitOperation(
  listener: OperationListener | undefined,
): OperationEmitter['emitOperation'] {
  if (listener === undefined) return operationWarning;
  const warnOnce = createWarnOnce();
  const notify = async (event: OperationEvent) => {
    try {
      await listener(event);
    } catch (error) {
      warnOnce(
        'SITEGRADE_LISTENER_FAILED',
        `The onOperation listener failed for ${event.type}. Later failures are not reported.`,
        error,
      );
    }
  };
  return (event) => void notify(event);
}

/** Emits `rendering.failed`. */
export function emitRenderFailed(
  { emitOperation }: OperationEmitter,
  ownerId: string,
  { url, reason, cause }: RenderFailed,
): void {
  const error = cause === undefined ? null : errorRecord(cause, secretValues(url));
  emitOperation({ type: 'rendering.failed', ownerId, url: redactUrl(url), reason, error });
}

/** Emits `field_data.failed`. */
export function emitFieldDataFailed(
  { emitOperation }: OperationEmitter,
  { reason, cause }: FieldDataFailed,
): void {
  emitOperation({ type: 'field_data.failed', reason, error: errorRecord(cause) });
}
