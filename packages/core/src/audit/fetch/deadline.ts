import { setMaxListeners } from 'node:events';

/** A moment by which work has to be done, or a wish to stop, whichever comes first. */
export interface Deadline {
  /** Aborted once it is over; the reason is the error that unfinished work ends with. */
  readonly signal: AbortSignal;
  /** The work's result, or the deadline's error as soon as it is over. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Ends it now, with this error. */
  end(reason: unknown): void;
  /** Takes back the timer; nothing ends by itself any more. */
  clear(): void;
}

/** When a deadline is over by itself. */
interface DeadlineOptions {
  readonly ms: number;
  /** The error for when time is up. */
  readonly error: () => Error;
  /** Ends it early, with this signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts the clock. Work is raced and not only told by signal: undici looks at a signal only once a
 * connection stands. The timer keeps the process alive, unlike `AbortSignal.timeout`, so that no
 * program ends with the work unsettled.
 */
export function startDeadline({ ms, error, signal }: DeadlineOptions): Deadline {
  const controller = new AbortController();
  // Every request listens, and there is no telling how many a report makes.
  setMaxListeners(0, controller.signal);
  const clear = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  const end = (reason: unknown) => {
    clear();
    controller.abort(reason);
  };
  const onAbort = () => end(signal?.reason);
  const timer = setTimeout(() => end(error()), ms);
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
    clear,
  };
}
