export { openStore, printFirstKey } from './open-store.ts';
export { problem, problemType, sendClientError } from './problem.ts';
export { networkOf, readSettings, type Settings } from './settings.ts';
export { stopOnSignal, trackConnections } from './shutdown.ts';
