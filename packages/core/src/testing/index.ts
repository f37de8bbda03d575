export { factsOf, outcomeOf, type PageUnderTest } from '../audit/checks/fixtures/facts-of.ts';
export { memoryStore } from './memory/memory-store.ts';
export { newReport } from './report-fixture.ts';
export { describeStore } from './store/describe-store.ts';
export type { StoreHarness } from './store/store-harness.ts';
