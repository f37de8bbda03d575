import { describeAdapter } from '@sitegrade/adapter-suite';
import { memoryStore } from '@sitegrade/store-memory';
import { startFastify } from './fixtures/start-fastify.ts';

describeAdapter('Fastify on memory', {
  store: async () => memoryStore(),
  start: startFastify,
});
