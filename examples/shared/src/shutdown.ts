import type { Server } from 'node:http';

/** npm and the terminal both forward the same Ctrl-C: within this many milliseconds it counts once. */
const sameSignalMs = 500;

/**
 * Stops the process on SIGTERM and SIGINT: it exits with 0 when `stop` has finished, with 1 where that
 * failed. A second signal does not wait.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    if (stoppingSince !== undefined) {
      if (now - stoppingSince > sameSignalMs) process.exit(1);
      return;
    }
    stoppingSince = now;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('The server failed to stop.', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/**
 * Tracks a server's requests, so that open connections do not keep the process alive. Call the function
 * that it returns when closing begins: idle connections are closed from then on, and all others after
 * the grace time in milliseconds. A request is done when its response is sent and its body has arrived:
 * a client that is still sending could not read the response otherwise.
 */
export function trackConnections(server: Server): (graceMs: number) => void {
  let open = 0;
  let closing = false;
  const closeIdle = () => {
    if (!closing) return;
    // Connections without any request do not count as idle.
    if (open === 0) server.closeAllConnections();
    else server.closeIdleConnections();
  };
  server.prependListener('request', (request, response) => {
    open += 1;
    let parts = 2;
    const onPart = () => {
      parts -= 1;
      if (parts > 0) return;
      open -= 1;
      setImmediate(closeIdle);
    };
    request.once('close', onPart);
    response.once('close', onPart);
  });
  return (graceMs) => {
    closing = true;
    closeIdle();
    setTimeout(() => server.closeAllConnections(), graceMs).unref();
  };
}
