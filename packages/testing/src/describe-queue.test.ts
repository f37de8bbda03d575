import { embeddedQueue } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { describeQueue } from './describe-queue.ts';

describeQueue('embeddedQueue on memoryStore', {
  createStore: async () => memoryStore(),
  createQueue: async () => embeddedQueue(),
});
