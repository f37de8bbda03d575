#!/usr/bin/env node
import { serverCommands } from '@sitegrade/server';
import { Command } from 'commander';

const program = new Command('sitegrade');
for (const command of serverCommands()) program.addCommand(command);
await program.parseAsync();
