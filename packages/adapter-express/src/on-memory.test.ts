import { describeAdapter } from '@sitegrade/adapter-suite';
import { memoryStore } from '@sitegrade/store-memory';
import { startExpress } from './fixtures/start-express.ts';

describeAdapter('Express on memory', {
  store: async () => memoryStore(),
  start: startExpress,
});
