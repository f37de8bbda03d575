import { errorRecord } from '../log/error-record.ts';
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
