import { describe } from 'vitest';
import type { AdapterHarness } from './adapter-harness.ts';
import { describeAnswers } from './describe-answers.ts';
import { describeBodies } from './describe-bodies.ts';
import { describeClosing } from './describe-closing.ts';
import { describeLog } from './describe-log.ts';
import { describeRequests } from './describe-requests.ts';

/**
 * The contract of every adapter, by real requests to a real server: what an adapter can break. What is the same for all
 * is tested once, beside the handler in core, which needs no server. Call it at the top level of a test file.
 *
 * @example
 * ```ts
 * describeAdapter('fastify on memory', {
 *   store: async () => memoryStore(),
 *   start: async (options, log) => {
 *     const write = (line) => line.includes('sitegrade: ') && log(line);
 *     const app = Fastify({ logger: { stream: { write } } });
 *     app.register(sitegradePlugin, options);
 *     return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
 *   },
 * });
 * ```
 */
export function describeAdapter(name: string, harness: AdapterHarness): void {
  describe(name, () => {
    describeRequests(harness);
    if (!harness.hostParsesBodies) describeBodies(harness);
    describeAnswers(harness);
    describeClosing(harness);
    describeLog(harness);
  });
}
