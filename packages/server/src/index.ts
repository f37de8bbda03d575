export { serverCommands } from './server-commands.ts';
export { openTemporaryStore } from './temporary-store.ts';
