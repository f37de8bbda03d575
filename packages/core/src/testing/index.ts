export { factsOf, outcomeOf, type PageUnderTest } from '../audit/checks/fixtures/facts-of.ts';
export { describeAdapter } from './describe-adapter.ts';
export type { Exchange } from './describe-adapter-exchange.ts';
export type { AdapterHarness, RunningServer, SuiteOptions } from './describe-adapter-harness.ts';
export { describeHost, type HostHarness } from './describe-host.ts';
export { describeStore } from './describe-store.ts';
export type { StoreHarness } from './describe-store-harness.ts';
export { memoryStore } from './memory-store.ts';
export { newReport } from './report-fixture.ts';
