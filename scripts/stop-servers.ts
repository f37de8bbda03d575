import type { ServerProcess } from './server-process.ts';

/**
 * Ends processes of the command with SIGTERM.
 *
 * @throws Error with what one of them printed, if it failed, or has logged an error or a warning.
 */
export async function stopServers(started: readonly ServerProcess[]): Promise<void> {
  for (const child of started) child.kill('SIGTERM');
  for (const child of started) {
    const code = await child.exited;
    const wrong = child
      .output()
      .split('\n')
      .filter((line) => /"level":[56]0|Warning/.test(line));
    if (code !== 0 || wrong.length > 0) {
      throw new Error(`A process ended with ${code}:\n${wrong.join('\n') || child.output()}`);
    }
  }
}
