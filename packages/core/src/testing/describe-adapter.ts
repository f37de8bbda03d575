import { describe } from 'vitest';
import type { AdapterHarness } from './describe-adapter-harness.ts';
import { describeReportList } from './describe-adapter-lists.ts';

/**
 * The HTTP suite that every adapter has to pass on every store: real requests to a real server.
 * Call it at the top level of a test file.
 *
 * @example
 * ```ts
 * describeAdapter('fastify on memory', {
 *   store: async () => memoryStore(),
 *   start: async (options) => {
 *     const app = Fastify();
 *     app.register(sitegradePlugin, options);
 *     return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
 *   },
 * });
 * ```
 */
export function describeAdapter(name: string, harness: AdapterHarness): void {
  describe(name, () => {
    describeReportList(harness);
  });
}
