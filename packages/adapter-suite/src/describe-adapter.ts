import { describe } from 'vitest';
import type { AdapterHarness } from './adapter-harness.ts';
import { describeAccepted } from './describe-accepted.ts';
import { describeBodies } from './describe-bodies.ts';
import { describeClosing } from './describe-closing.ts';
import { describeConsole } from './describe-console.ts';
import { describeCrawls } from './describe-crawls.ts';
import { describeCreate } from './describe-create.ts';
import { describeCrossSite } from './describe-cross-site.ts';
import { describeCsv } from './describe-csv.ts';
import { describeDocuments } from './describe-documents.ts';
import { describeFailures } from './describe-failures.ts';
import { describeIdempotency } from './describe-idempotency.ts';
import { describeIfMatch } from './describe-if-match.ts';
import { describeJobs } from './describe-jobs.ts';
import { describeKeys } from './describe-keys.ts';
import { describeLimits } from './describe-limits.ts';
import { describeLists } from './describe-lists.ts';
import { describeLog } from './describe-log.ts';
import { describeLogin } from './describe-login.ts';
import { describeMailPages } from './describe-mail-pages.ts';
import { describeOwners } from './describe-owners.ts';
import { describePaging } from './describe-paging.ts';
import { describeParameters } from './describe-parameters.ts';
import { describePdf } from './describe-pdf.ts';
import { describeRecipients } from './describe-recipients.ts';
import { describeRecords } from './describe-records.ts';
import { describeRequests } from './describe-requests.ts';
import { describeSchedules } from './describe-schedules.ts';
import { describeSharePages } from './describe-share-pages.ts';
import { describeSites } from './describe-sites.ts';
import { describeUpdate } from './describe-update.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { describeWebsiteScore } from './describe-website-score.ts';

/**
 * The HTTP suite that every adapter must pass on every store: real requests to a real server.
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
    describeCrossSite(harness);
    describeRequests(harness);
    describeLists(harness);
    describeParameters(harness);
    describePaging(harness);
    describeCsv(harness);
    describeCreate(harness);
    describeIdempotency(harness);
    describeJobs(harness);
    describeCrawls(harness);
    describeSchedules(harness);
    describeSites(harness);
    describeWebhooks(harness);
    describeRecipients(harness);
    describeMailPages(harness);
    describeAccepted(harness);
    describeRecords(harness);
    describeUpdate(harness);
    describeIfMatch(harness);
    if (!harness.hostParsesBodies) describeBodies(harness);
    describeOwners(harness);
    describeDocuments(harness);
    describeConsole(harness);
    describeSharePages(harness);
    describePdf(harness);
    describeWebsiteScore(harness);
    describeFailures(harness);
    describeLimits(harness);
    describeClosing(harness);
    describeLog(harness);
  });
}
