export { newApiKey } from './api-key-fixture.ts';
export { describeStore } from './describe-store.ts';
export { newReport } from './report-fixture.ts';
export type { StoreHarness } from './store-harness.ts';
