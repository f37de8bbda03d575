import type { RenderFailure } from '@sitegrade/core';

/** Ends a rendering, with the reason that its result has. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault';
  readonly reason: RenderFailure;

  constructor(reason: RenderFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** What can end a rendering before it is done: its time limit, its signal, or what the browser reports. */
export interface RenderEnding {
  /** The milliseconds that are left. */
  left(): number;
  /** The milliseconds since the start. */
  spent(): number;
  /** Waits for a promise, but no longer than the rendering may go on. */
  race<Value>(promise: Promise<Value>): Promise<Value>;
  /** Ends the rendering. The first fault counts. */
  fail(fault: RenderFault): void;
  /** Removes the timer and the listener. */
  clear(): void;
}

/** Starts the clock of a rendering. */
export function startRendering(totalMs: number, signal: AbortSignal): RenderEnding {
  const start = performance.now();
  let reject: (reason: unknown) => void = () => {};
  const ended = new Promise<never>((_, rejectEnded) => {
    reject = rejectEnded;
  });
  // Nothing may be waiting when it ends.
  ended.catch(() => {});
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const timer = setTimeout(
    () => reject(new RenderFault('render_timed_out', `It took longer than ${totalMs} ms.`)),
    totalMs,
  );
  return {
    left: () => Math.max(0, totalMs - (performance.now() - start)),
    spent: () => Math.round(performance.now() - start),
    race: (promise) => Promise.race([ended, promise]),
    fail: reject,
    clear() {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}
