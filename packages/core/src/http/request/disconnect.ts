import type { ServerResponse } from 'node:http';

/**
 * A signal that aborts when the client goes away before the answer is written, and is aborted where it
 * went while the host's own hooks took their time.
 */
export function disconnectSignal(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!outgoing.writableFinished) controller.abort();
  };
  if (outgoing.destroyed) abort();
  else outgoing.once('close', abort);
  return controller.signal;
}
