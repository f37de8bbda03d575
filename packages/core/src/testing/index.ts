export { describeAdapter } from './describe-adapter.ts';
export type { AdapterHarness, RunningServer } from './describe-adapter-harness.ts';
export { memoryStore } from './memory-store.ts';
export { newReport } from './report-fixture.ts';
