import type { ServerResponse } from 'node:http';

/**
 * A signal that aborts when the client disconnects before the response is written. It starts aborted
 * if that happened earlier, in a slow hook of the host.
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
