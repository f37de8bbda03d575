#!/usr/bin/env node
import { processEnvironment } from './environment.ts';
import { runCommand } from './run-command.ts';

// Not `process.exit`: a pipe may not have received the whole output yet.
process.exitCode = await runCommand(processEnvironment());
