export { serverCommands } from './server-commands.ts';
