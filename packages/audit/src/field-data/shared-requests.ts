/** Does work for a key; several who ask for the same key at a time share it. */
type SharedRequests<Result> = (
  key: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<{
  readonly result: Result;
  /** Whether this caller is the one who has begun the work. */
  readonly isFirst: boolean;
}>;

interface Running<Result> {
  readonly work: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** Creates shared work. It is aborted when no one waits for it any more, with the reason of the last one. */
export function createSharedRequests<Result>(): SharedRequests<Result> {
  const running = new Map<string, Running<Result>>();
  return async (key, signal, work) => {
    signal.throwIfAborted();
    const known = running.get(key);
    const shared = known ?? start();
    shared.waiting += 1;
    let leave = () => {};
    const aborted = new Promise<never>((_, reject) => {
      leave = () => {
        signal.removeEventListener('abort', leave);
        shared.waiting -= 1;
        if (shared.waiting === 0) end(shared);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave);
    });
    aborted.catch(() => {});
    try {
      return { result: await Promise.race([shared.work, aborted]), isFirst: known === undefined };
    } finally {
      signal.removeEventListener('abort', leave);
    }

    function start(): Running<Result> {
      const controller = new AbortController();
      const started = { work: work(controller.signal), controller, waiting: 0 };
      running.set(key, started);
      const forget = () => {
        if (running.get(key) === started) running.delete(key);
      };
      started.work.then(forget, forget);
      return started;
    }

    function end(abandoned: Running<Result>): void {
      if (running.get(key) === abandoned) running.delete(key);
      abandoned.controller.abort(signal.reason);
    }
  };
}
