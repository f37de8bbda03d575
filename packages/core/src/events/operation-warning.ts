import { readOnlyKind } from '../store/read-only-error.ts';
import type { OperationEvent } from './operation-event.ts';

let hasWarnedOfRenderer = false;
let hasWarnedOfFieldData = false;

/**
 * Reports an event that someone should know of as a process warning (`SitegradeWarning`), and ignores all others. None
 * of them occurs more than twice a minute.
 */
export function operationWarning(event: OperationEvent): void {
  const warn = (code: string, message: string, detail?: string) =>
    process.emitWarning(message, {
      type: 'SitegradeWarning',
      code,
      ...(detail !== undefined && { detail }),
    });
  switch (event.type) {
    case 'outage.began': {
      const { name, message, stack } = event.error;
      warn(
        'SITEGRADE_WORKER_FAILED',
        event.kind === readOnlyKind
          ? 'The store accepts no changes, as on a full disk. Later writes that are refused are not reported until it does again.'
          : 'The store or the queue has failed, and is tried again. Later failures are not reported until it has recovered.',
        stack ?? `${name}: ${message}`,
      );
      return;
    }
    case 'outage.ended':
      warn(
        'SITEGRADE_WORKER_RECOVERED',
        event.kind === readOnlyKind
          ? `The store accepts changes again. It refused ${event.failures} in ${event.durationMs} ms.`
          : `The store or the queue works again. It failed ${event.failures} times in ${event.durationMs} ms.`,
      );
      return;
    case 'workers.missing':
      warn(
        'SITEGRADE_NO_WORKER',
        'No worker has been alive for two minutes. Jobs and crawls wait until one is started.',
      );
      return;
    case 'settings.differ': {
      const others = event.processes === 1 ? '1 other process' : `${event.processes} others`;
      warn(
        'SITEGRADE_SETTINGS_DIFFER',
        `Settings of this process differ from those of ${others}: ${event.names.join(', ')}.`,
      );
      return;
    }
    case 'rendering.failed': {
      if (event.reason !== 'renderer_unavailable' || hasWarnedOfRenderer) return;
      hasWarnedOfRenderer = true;
      warn(
        'SITEGRADE_RENDERER_UNAVAILABLE',
        'Pages are not rendered: the renderer is not available. Later failures are not reported.',
        event.error?.message,
      );
      return;
    }
    case 'field_data.failed': {
      if (hasWarnedOfFieldData) return;
      hasWarnedOfFieldData = true;
      warn(
        'SITEGRADE_FIELD_DATA_FAILED',
        'Reports have no data of real visitors: its source has failed. Later failures are not reported.',
        event.error.message,
      );
      return;
    }
    default:
  }
}
