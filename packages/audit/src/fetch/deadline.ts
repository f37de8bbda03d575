import { setMaxListeners } from 'node:events';

/** A time limit combined with an abort signal. */
export interface Deadline {
  /** Aborted when the deadline ends, with the error for unfinished work as its reason. */
  readonly signal: AbortSignal;
  /** Waits for the work. Throws the reason if the deadline ends first. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Ends the deadline now, with this error. */
  end(reason: unknown): void;
  /** Stops its clock until the returned function is called. */
  pause(): () => void;
  /** Clears the timer and removes the listener, so that the deadline no longer ends by itself. */
  clear(): void;
}

/** Options of {@link startDeadline}. */
interface DeadlineOptions {
  readonly ms: number;
  /** Creates the error for the time limit. */
  readonly error: () => Error;
  /** Ends the deadline early, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts a deadline. Use `race` in addition to `signal`: undici checks a signal only after connecting. The
 * timer keeps the process alive, unlike `AbortSignal.timeout`, so that the process does not exit before the
 * work is settled.
 */
export function startDeadline({ ms, error, signal }: DeadlineOptions): Deadline {
  const controller = new AbortController();
  let left = ms;
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let isCleared = false;
  // Every request adds a listener. Node warns about a leak above ten.
  setMaxListeners(0, controller.signal);
  const clear = () => {
    isCleared = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  const end = (reason: unknown) => {
    clear();
    controller.abort(reason);
  };
  const onAbort = () => end(signal?.reason);
  const start = () => {
    if (isCleared) return;
    startedAt = performance.now();
    timer = setTimeout(() => end(error()), left);
  };
  start();
  const over = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
  });
  over.catch(() => {});
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  return {
    signal: controller.signal,
    race: (work) => Promise.race([over, work]),
    end,
    pause() {
      clearTimeout(timer);
      left = Math.max(0, left - (performance.now() - startedAt));
      return start;
    },
    clear,
  };
}
