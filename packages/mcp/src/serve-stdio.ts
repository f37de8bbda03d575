import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { lineTransport } from './line-transport.ts';
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
  for (const event of ['end', 'close', 'error']) stdin.on(event, end);
  stdout.on('error', end).on('close', end);
  const server = serveStdio(() => createToolServer(workspace), {
    transport: lineTransport({ stdin, stdout, maxLineBytes }),
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
const maxLineBytes = 13_000_000;
