import { memoryStore } from '@sitegrade/store-memory';
import type { Command } from 'commander';
import { contextFor } from './analyze-pages.ts';
import type { Environment } from './environment.ts';
import { loadMcpPackage } from './optional-packages.ts';
import type { ParsedPageOptions } from './page-options.ts';
import { readPageOptions, reportFailures, usageError } from './page-targets.ts';
import { plainLines } from './plain-text.ts';
import { parseTarget, type Target } from './target.ts';

/** What commander has parsed of the options. */
export interface McpOptions extends ParsedPageOptions {
  readonly directory?: string;
}

const waiting =
  'Waiting for a coding agent on standard input (Model Context Protocol). Ctrl-C ends it.\n';

/** A URL that core refuses, with a reason for the agent. */
const noTarget: Omit<Target, 'url'> = { isLocalhost: false, port: null };

/**
 * Serves tools for a coding agent until its input ends, or the user stops it. Standard output has the messages of the
 * protocol only.
 *
 * @returns the exit code.
 */
export async function runMcp(
  command: Command,
  { directory = '.', ...options }: McpOptions,
  environment: Environment,
): Promise<number> {
  const { stdout, stderr, now } = environment;
  const { serveLocalTools } = await loadMcpPackage(command, environment);
  const pageOptions = await readPageOptions(command, options, environment);
  const onOperation = reportFailures(stderr);
  const createContextFor: Parameters<typeof serveLocalTools>[0]['createContextFor'] = (url, more) =>
    contextFor(parseTarget(url) ?? { url, ...noTarget }, pageOptions, {
      ...more,
      now,
      onOperation,
    });
  try {
    // A wrong option ends the command now, not the first call of the agent.
    createContextFor('https://example.com/', {});
  } catch (error) {
    return usageError(command)(error);
  }
  // A person who has typed it would see nothing.
  if (stdout.isTTY) stderr.write(waiting);
  const interruption = environment.listenForInterruption();
  const { signal } = interruption;
  try {
    await serveLocalTools({
      store: memoryStore(),
      createContextFor,
      directory,
      signal,
      logError: (error) => {
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        stderr.write(`${plainLines(text)}\n`);
      },
    });
    return signal.aborted ? exitCodeOf(signal.reason) : 0;
  } finally {
    interruption.release();
    await pageOptions.renderer?.close();
  }
}

/** The exit code of a process that the user stopped. */
function exitCodeOf(reason: unknown): number {
  const code =
    typeof reason === 'object' && reason !== null && 'exitCode' in reason ? reason.exitCode : null;
  return typeof code === 'number' ? code : 130;
}
