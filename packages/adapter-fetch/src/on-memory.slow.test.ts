import { describeAdapter } from '@sitegrade/adapter-suite';
import { memoryStore } from '@sitegrade/store-memory';
import { startFetch } from './fixtures/start-fetch.ts';

describeAdapter('srvx on memory', {
  store: async () => memoryStore(),
  start: startFetch,
  hostMakesRequest: true,
});
