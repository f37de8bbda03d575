import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleScript } from './bundle-script.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

type Environment = Readonly<Record<string, string>>;

const folder = join(import.meta.dirname, '..');

/** The script of the command `sitegrade`. */
export const commandScript = join(folder, 'packages/cli/src/sitegrade.ts');

/**
 * Starts `sitegrade`; `serve` listens on a free port.
 *
 * @param script - The arguments of Node that run it. Default: from its sources.
 */
export function startCommand(
  args: readonly string[],
  environment: Environment,
  script: readonly string[] = fromSources(),
): ServerProcess {
  return startServerProcess({
    name: `sitegrade ${args.join(' ')}`,
    folder,
    args: [...script, ...args],
    environment: { PORT: '0', ...environment },
  });
}

/** Runs `sitegrade` to its end, in the same way. */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
  script: readonly string[] = fromSources(),
) {
  const child = spawn(process.execPath, [...script, ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output, errors };
}

function fromSources(): readonly string[] {
  return [bundleScript(commandScript)];
}
