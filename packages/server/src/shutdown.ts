import type { Server } from 'node:http';
import { messageOf } from './message-of.ts';
import { isStarted } from './processes.ts';

/** npm and the terminal both forward the same Ctrl-C: within this many milliseconds it counts once. */
const sameSignalMs = 500;

/**
 * How long closing may take, in milliseconds: after reports and jobs, and before Docker kills the process. A database
 * that does not respond would keep it forever.
 */
const maxCloseMs = 18_000;

/** How often a process that npm has started looks whether its parent still runs, in milliseconds. */
const parentCheckMs = 500;

/** Adds what to close when the process ends: the last that was added is closed first. */
type AddClosing = (close: () => Promise<unknown>) => void;

/**
 * Runs a process until SIGTERM or SIGINT, or until the process ends that has started it. Then it closes all that `start`
 * has added, even if `start` is not done yet, and exits with 0; with 1 where closing failed or takes more than `closeMs`. A
 * second signal does not wait.
 *
 * @param closeMs - Another time than the default, for tests.
 * @throws what `start` throws, after closing.
 */
export async function runUntilSignal(
  start: (add: AddClosing) => Promise<void>,
  closeMs = maxCloseMs,
): Promise<never> {
  const closing: (() => Promise<unknown>)[] = [];
  const fail = (error: unknown) => {
    process.stderr.write(`The process failed to stop: ${messageOf(error)}\n`);
    process.exit(1);
  };
  const closeAll = async () => {
    const late = new Error(`It was not closed within ${closeMs} ms.`);
    const timer = setTimeout(() => fail(late), closeMs);
    try {
      for (let close = closing.pop(); close; close = closing.pop()) await close();
    } finally {
      clearTimeout(timer);
    }
  };
  let stoppingSince: number | undefined;
  const stop = () => {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    closeAll().then(() => process.exit(0), fail);
  };
  const onSignal = () => {
    const isSecond =
      stoppingSince !== undefined && performance.now() - stoppingSince > sameSignalMs;
    if (isSecond) process.exit(1);
    stop();
  };
  // Before anything is opened: the first process of a container ignores signals without a listener.
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  watchParent(stop);
  try {
    await start((close) => closing.push(close));
  } catch (error) {
    // What a signal has closed may have failed for that reason.
    if (stoppingSince === undefined) {
      await closeAll();
      throw error;
    }
  }
  return new Promise<never>(() => {});
}

/**
 * npm and npx run a command in a shell that passes no signals on: when they are ended, the shell ends, and this
 * process would be left behind. It ends with them, and one that another process of the command has started with that.
 */
function watchParent(onGone: () => void): void {
  if (isStarted) {
    process.once('disconnect', onGone);
    // A process whose start has failed ends, although it could still hear something.
    process.channel?.unref();
    // Before this listened.
    if (!process.connected) onGone();
    return;
  }
  if (process.env.npm_execpath === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, parentCheckMs);
  timer.unref();
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
