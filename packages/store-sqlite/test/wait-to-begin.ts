import { once } from 'node:events';
import { writeSync } from 'node:fs';

/** Signals the parent process that this one is ready, and waits for its signal. */
export async function waitToBegin(): Promise<void> {
  printLine('ready');
  await once(process.stdin, 'data');
  process.stdin.unref?.();
}

/** Prints a line synchronously. */
export function printLine(line: string): void {
  writeSync(1, `${line}\n`);
}
