import type { ServerResponse } from 'node:http';

/** A signal that aborts when the client goes away before the answer is written. */
export function disconnectSignal(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  return controller.signal;
}
