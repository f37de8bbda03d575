import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { unexpectedWarnings } from './unexpected-warnings.ts';

const run = promisify(execFile);

/**
 * Runs Node in a project until it exits. This process is not blocked and can respond to its requests.
 *
 * @throws Error with its output if it fails or prints an unexpected warning.
 */
export async function runNode(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const what = `node ${args.join(' ')}`;
  const { stdout, stderr } = await run(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
  }).catch((error: { readonly stdout: string; readonly stderr: string }) => {
    throw new Error(`${what} failed:\n${error.stdout}${error.stderr}`, { cause: error });
  });
  const warnings = unexpectedWarnings(stdout + stderr);
  if (warnings.length > 0) throw new Error(`${what} warned:\n${warnings.join('\n')}`);
}
