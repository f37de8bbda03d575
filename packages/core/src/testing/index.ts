export { memoryStore } from './memory-store.ts';
export { newReport } from './report-fixture.ts';
