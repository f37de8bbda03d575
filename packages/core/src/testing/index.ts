export { factsOf, outcomeOf, type PageUnderTest } from '../audit/checks/fixtures/facts-of.ts';
export type { AdapterHarness, RunningServer, SuiteOptions } from './adapter/adapter-harness.ts';
export { describeAdapter } from './adapter/describe-adapter.ts';
export { describeHost, type HostHarness } from './adapter/describe-host.ts';
export type { Exchange } from './adapter/exchange.ts';
export { memoryStore } from './memory/memory-store.ts';
export { newReport } from './report-fixture.ts';
export { describeStore } from './store/describe-store.ts';
export type { StoreHarness } from './store/store-harness.ts';
