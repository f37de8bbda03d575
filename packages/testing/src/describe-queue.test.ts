import { embeddedQueue, memoryStore } from '@sitegrade/core';
import { describeQueue } from './describe-queue.ts';

describeQueue('embeddedQueue on memoryStore', {
  createStore: async () => memoryStore(),
  createQueue: async () => embeddedQueue(),
});
