import { describe } from 'vitest';
import { describeStoreAccepted } from './describe-store-accepted.ts';
import { describeStoreApiKeys } from './describe-store-api-keys.ts';
import { describeStoreCounters } from './describe-store-counters.ts';
import { describeStoreCrawlAdmission } from './describe-store-crawl-admission.ts';
import { describeStoreCrawlClaims } from './describe-store-crawl-claims.ts';
import { describeStoreCrawlDeletion } from './describe-store-crawl-deletion.ts';
import { describeStoreCrawlRaces } from './describe-store-crawl-races.ts';
import { describeStoreCrawlRecrawls } from './describe-store-crawl-recrawls.ts';
import { describeStoreCrawlRefills } from './describe-store-crawl-refills.ts';
import { describeStoreCrawlRevisions } from './describe-store-crawl-revisions.ts';
import { describeStoreCrawlTime } from './describe-store-crawl-time.ts';
import { describeStoreCrawlUrls } from './describe-store-crawl-urls.ts';
import { describeStoreCrawls } from './describe-store-crawls.ts';
import { describeStoreDelays } from './describe-store-delays.ts';
import { describeStoreDeletion } from './describe-store-deletion.ts';
import { describeStoreDeliveries } from './describe-store-deliveries.ts';
import { describeStoreDetails } from './describe-store-details.ts';
import { describeStoreGuesses } from './describe-store-guesses.ts';
import { describeStoreIdempotency } from './describe-store-idempotency.ts';
import { describeStoreIds } from './describe-store-ids.ts';
import { describeStoreJobClaims } from './describe-store-job-claims.ts';
import { describeStoreJobHosts } from './describe-store-job-hosts.ts';
import { describeStoreJobRaces } from './describe-store-job-races.ts';
import { describeStoreJobs } from './describe-store-jobs.ts';
import { describeStoreLatest } from './describe-store-latest.ts';
import { describeStoreListings } from './describe-store-listings.ts';
import { describeStoreMails } from './describe-store-mails.ts';
import { describeStoreMaintenance } from './describe-store-maintenance.ts';
import { describeStoreMigrations } from './describe-store-migrations.ts';
import { describeStoreNextDue } from './describe-store-next-due.ts';
import { describeStoreOutbox } from './describe-store-outbox.ts';
import { describeStoreOutlines } from './describe-store-outlines.ts';
import { describeStoreOwners } from './describe-store-owners.ts';
import { describeStorePaging } from './describe-store-paging.ts';
import { describeStoreProcesses } from './describe-store-processes.ts';
import { describeStoreRecipients } from './describe-store-recipients.ts';
import { describeStoreReports } from './describe-store-reports.ts';
import { describeStoreSchedules } from './describe-store-schedules.ts';
import { describeStoreScores } from './describe-store-scores.ts';
import { describeStoreScreenshots } from './describe-store-screenshots.ts';
import { describeStoreSearch } from './describe-store-search.ts';
import { describeStoreSearchAny } from './describe-store-search-any.ts';
import { describeStoreSending } from './describe-store-sending.ts';
import { describeStoreSessions } from './describe-store-sessions.ts';
import { describeStoreShareTokens } from './describe-store-share-tokens.ts';
import { describeStoreSites } from './describe-store-sites.ts';
import { describeStoreWebhooks } from './describe-store-webhooks.ts';
import { describeStoreWebsiteConditions } from './describe-store-website-conditions.ts';
import { describeStoreWebsiteUpdates } from './describe-store-website-updates.ts';
import { describeStoreWebsites } from './describe-store-websites.ts';
import type { StoreHarness } from './store-harness.ts';

/**
 * The contract of a `Store` as a vitest suite, for your own store. All stores of sitegrade pass it. Needs
 * `fast-check` and `vitest`.
 *
 * @example
 * ```ts
 * describeStore('my store', {
 *   async create() {
 *     const store = myStore(await emptyDatabase());
 *     await store.migrate();
 *     return store;
 *   },
 * });
 * ```
 */
export function describeStore(name: string, harness: StoreHarness): void {
  describe(name, () => {
    describeStoreReports(harness);
    describeStoreDetails(harness);
    describeStoreScreenshots(harness);
    describeStoreWebsites(harness);
    describeStoreSites(harness);
    describeStoreWebsiteUpdates(harness);
    describeStoreWebsiteConditions(harness);
    describeStoreApiKeys(harness);
    describeStoreIdempotency(harness);
    describeStoreShareTokens(harness);
    describeStoreLatest(harness);
    describeStoreOutlines(harness);
    describeStoreGuesses(harness);
    describeStoreSessions(harness);
    describeStoreJobs(harness);
    describeStoreJobClaims(harness);
    describeStoreJobHosts(harness);
    describeStoreJobRaces(harness);
    describeStoreCrawls(harness);
    describeStoreCrawlRecrawls(harness);
    describeStoreCrawlRefills(harness);
    describeStoreCrawlUrls(harness);
    describeStoreCrawlRevisions(harness);
    describeStoreCrawlClaims(harness);
    describeStoreCrawlTime(harness);
    describeStoreCrawlAdmission(harness);
    describeStoreCrawlRaces(harness);
    describeStoreCrawlDeletion(harness);
    describeStoreSchedules(harness);
    describeStoreWebhooks(harness);
    describeStoreOutbox(harness);
    describeStoreSending(harness);
    describeStoreDeliveries(harness);
    describeStoreRecipients(harness);
    describeStoreMails(harness);
    describeStoreAccepted(harness);
    describeStoreNextDue(harness);
    describeStoreDelays(harness);
    describeStoreProcesses(harness);
    describeStoreOwners(harness);
    describeStoreIds(harness);
    describeStoreCounters(harness);
    describeStoreScores(harness);
    describeStorePaging(harness);
    describeStoreSearch(harness);
    describeStoreSearchAny(harness);
    describeStoreListings(harness);
    describeStoreMaintenance(harness);
    describeStoreDeletion(harness);
    describeStoreMigrations(harness);
  });
}
