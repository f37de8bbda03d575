import type { FieldDataFailed, RenderFailed } from '@sitegrade/audit';
import { errorRecord } from '../log/error-record.ts';
import { redactUrl, secretValues } from '../log/secret-parameters.ts';
import { createNotify } from './notify.ts';
import type { OperationEvent } from './operation-event.ts';
import { operationWarning } from './operation-warning.ts';

/** Called with every event that operators watch. Its result is ignored. */
export type OperationListener = (event: OperationEvent) => unknown;

/** The part of a context that sends an event to the `onOperation` listener. It never throws and never waits. */
export interface OperationEmitter {
  readonly emitOperation: (event: OperationEvent) => void;
}

/**
 * Creates the function that emits events to the listener. Without one, those that someone should know of are process
 * warnings (`SitegradeWarning`).
 */
export function createEmitOperation(
  listener: OperationListener | undefined,
): OperationEmitter['emitOperation'] {
  return listener === undefined ? operationWarning : createNotify('onOperation', listener);
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
