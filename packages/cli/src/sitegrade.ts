#!/usr/bin/env node
import * as nodeModule from 'node:module';

// From Node 22.1 on, keeps compiled code in the temporary folder, so that a report of a small page takes a tenth less time.
// Before the imports, which are compiled when they are loaded.
if ('enableCompileCache' in nodeModule) (nodeModule.enableCompileCache as () => unknown)();

const { processEnvironment } = await import('./environment.ts');
const { runCommand } = await import('./run-command.ts');

// Not `process.exit`: a pipe may not have received the whole output yet.
process.exitCode = await runCommand(processEnvironment());
