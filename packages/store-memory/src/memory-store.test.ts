import { describeStore } from '@sitegrade/testing';
import { memoryStore } from './memory-store.ts';

describeStore('memoryStore', { create: async () => memoryStore() });
