/** npm and a terminal both pass on the same Ctrl-C: within this many milliseconds it is one. */
const sameSignalMs = 500;

/**
 * Stops the process in order on SIGTERM and SIGINT: once `stop` is through it exits with 0, or with 1
 * where that failed. A second signal does not wait.
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
        console.error('The server could not stop in order.', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
