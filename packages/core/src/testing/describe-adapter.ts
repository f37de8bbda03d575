import { describe } from 'vitest';
import { describeBodies } from './describe-adapter-bodies.ts';
import { describeClosing } from './describe-adapter-closing.ts';
import { describeCreate } from './describe-adapter-create.ts';
import { describeDocuments } from './describe-adapter-documents.ts';
import { describeFailures } from './describe-adapter-failures.ts';
import type { AdapterHarness } from './describe-adapter-harness.ts';
import { describeIdempotency } from './describe-adapter-idempotency.ts';
import { describeIfMatch } from './describe-adapter-if-match.ts';
import { describeKeys } from './describe-adapter-keys.ts';
import { describeLimits } from './describe-adapter-limits.ts';
import { describeLists } from './describe-adapter-lists.ts';
import { describeLog } from './describe-adapter-log.ts';
import { describeLogin } from './describe-adapter-login.ts';
import { describeOwners } from './describe-adapter-owners.ts';
import { describePaging } from './describe-adapter-paging.ts';
import { describeParameters } from './describe-adapter-parameters.ts';
import { describeRecords } from './describe-adapter-records.ts';
import { describeRequests } from './describe-adapter-requests.ts';
import { describeUpdate } from './describe-adapter-update.ts';

/**
 * The HTTP suite that every adapter has to pass on every store: real requests to a real server.
 * Call it at the top level of a test file.
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
    describeKeys(harness);
    describeLogin(harness);
    describeRequests(harness);
    describeLists(harness);
    describeParameters(harness);
    describePaging(harness);
    describeCreate(harness);
    describeIdempotency(harness);
    describeRecords(harness);
    describeUpdate(harness);
    describeIfMatch(harness);
    if (!harness.hostParsesBodies) describeBodies(harness);
    describeOwners(harness);
    describeDocuments(harness);
    describeFailures(harness);
    describeLimits(harness);
    describeClosing(harness);
    describeLog(harness);
  });
}
