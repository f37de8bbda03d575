import { createWarnOnce } from './process-warning.ts';

/**
 * Creates the function that sends events to a listener. It never throws and never waits. If the listener throws or rejects,
 * the first failure is a process warning (`SitegradeWarning`), and later ones are ignored.
 *
 * @param option - The name of the option that the listener is.
 */
export function createNotify<Event extends { readonly type: string }>(
  option: 'onEvent' | 'onOperation',
  listener: (event: Event) => unknown,
): (event: Event) => void {
  const warnOnce = createWarnOnce();
  const notify = async (event: Event) => {
    try {
      await listener(event);
    } catch (error) {
      const message = `The ${option} listener failed for ${event.type}. Later failures are not reported.`;
      warnOnce('SITEGRADE_LISTENER_FAILED', message, error);
    }
  };
  return (event) => void notify(event);
}
