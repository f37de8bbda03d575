import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type LocalWorkspaceOptions, localWorkspace } from './local-workspace.ts';
import { createToolServer } from './tool-server.ts';

/** Options of {@link serveLocalTools}. */
export interface ServeLocalToolsOptions extends LocalWorkspaceOptions {
  /** Where messages come from. Default: standard input. */
  readonly stdin?: Readable;
  /** Where messages go, and nothing else. Default: standard output. */
  readonly stdout?: Writable;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Serves the tools on standard input and output, for one agent on this machine, until the input ends or the signal
 * aborts: `sitegrade mcp`.
 */
export async function serveLocalTools({
  stdin = process.stdin,
  stdout = process.stdout,
  signal,
  ...options
}: ServeLocalToolsOptions): Promise<void> {
  const { workspace, close } = localWorkspace(options);
  const ended = new AbortController();
  const end = () => ended.abort();
  for (const event of ['end', 'close', 'error']) stdin.once(event, end);
  stdout.once('error', end).once('close', end);
  const server = serveStdio(() => createToolServer(workspace), {
    transport: new StdioServerTransport(stdin, stdout, { maxBufferSize: maxMessageBytes }),
    onerror: options.logError,
    maxSubscriptions: 0,
  });
  const stopped = AbortSignal.any([signal, ended.signal]);
  try {
    if (!stopped.aborted) await once(stopped, 'abort');
  } finally {
    await server.close();
    await close();
    stdin.destroy();
  }
}

/** 2 MB of HTML, each of its characters escaped. */
const maxMessageBytes = 13_000_000;
