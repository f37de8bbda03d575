#!/usr/bin/env node
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';

// From Node 22.1 on, keeps compiled code, so that a report of a small page takes a tenth less time. Before the imports, which
// are compiled when they are loaded. Not in the temporary folder, where others could put code for this process to run.
if ('enableCompileCache' in nodeModule) {
  const enable = nodeModule.enableCompileCache as (folder: string) => unknown;
  enable(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sitegrade'));
}

const { processEnvironment } = await import('./environment.ts');
const { runCommand } = await import('./run-command.ts');

// Not `process.exit`: a pipe may not have received the whole output yet.
process.exitCode = await runCommand(await processEnvironment(import.meta.url));
// One that waits for its messages would not end.
if (!isMainThread && workerData?.methods !== undefined) process.exit();
