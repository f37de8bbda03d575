import { memoryStore } from '@sitegrade/store-memory';
import { afterAll, afterEach, expect } from 'vitest';
import { describeAdapter } from '../describe-adapter.ts';
import type { Difference } from './difference.ts';
import { recordedStore } from './recorded-store.ts';
import { startBoth } from './start-both.ts';

const differences: Difference[] = [];
let responses = 0;

afterEach(() => expect(differences.splice(0)).toEqual([]));
afterAll(() => expect(responses).toBeGreaterThan(0));

describeAdapter('Fastify and Express at once', {
  store: async () => recordedStore(memoryStore()),
  analysesPerRequest: 2,
  start: (options, log) =>
    startBoth(options, log, (difference) => {
      responses += 1;
      if (difference) differences.push(difference);
    }),
});
