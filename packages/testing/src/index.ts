export { newApiKey } from './api-key-fixture.ts';
export { newCrawl, newShape } from './crawl-fixture.ts';
export { describeQueue } from './describe-queue.ts';
export { describeStore } from './describe-store.ts';
export type { QueueHarness } from './queue-harness.ts';
export { newReport } from './report-fixture.ts';
export type { StoreHarness } from './store-harness.ts';
