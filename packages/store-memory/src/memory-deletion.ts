import type { DeletedPart, MaintenanceStore, OwnedKind } from '@sitegrade/core/store';
import { cancelMailsOf } from './memory-mails.ts';
import type { DeliveryRow, MailRow, MemoryTables, RecipientRow } from './memory-tables.ts';

/** How many rows one part deletes: few, so that tests with few rows have several parts. */
const deletedAtOnce = 10;

/** Deletes a crawl. Its URLs are left. */
export function deleteCrawlRow(tables: MemoryTables, id: number): void {
  const row = tables.crawls.find((crawl) => crawl.id === id);
  if (row === undefined) return;
  tables.crawls = tables.crawls.filter((crawl) => crawl !== row);
  tables.deletedCrawls.set(id, row.ownerId);
}

/** Deletes some URLs of deleted crawls. */
export function deleteCrawlUrls(tables: MemoryTables, ownerId: string | undefined): DeletedPart {
  let deleted = 0;
  for (const [id, owner] of tables.deletedCrawls) {
    if (owner !== (ownerId ?? owner)) continue;
    const urls = tables.crawlPages.get(id) ?? [];
    if (deleted === deletedAtOnce) return { deleted, isDone: false };
    deleted += urls.splice(0, deletedAtOnce - deleted).length;
    if (urls.length > 0) return { deleted, isDone: false };
    tables.crawlPages.delete(id);
    tables.deletedCrawls.delete(id);
  }
  return { deleted, isDone: true };
}

/** Deletions in parts of a memory store. */
export function memoryDeletion(
  tables: MemoryTables,
): Pick<MaintenanceStore, 'deleteHidden' | 'deleteOwned' | 'deleteOldMessages'> {
  return {
    async deleteHidden(ownerId) {
      const rows = tables.hiddenReports.filter((row) => row.ownerId === (ownerId ?? row.ownerId));
      const some = new Set(rows.slice(0, deletedAtOnce));
      tables.hiddenReports = tables.hiddenReports.filter((row) => !some.has(row));
      const areDeliveriesDone = deleteDeliveries(tables, ownerId, deletedAtOnce - some.size);
      return { deleted: some.size, isDone: some.size === rows.length && areDeliveriesDone };
    },
    async deleteOwned(ownerId, kind) {
      return deleteByKind[kind](tables, ownerId);
    },
    async deleteOldMessages(kind, { createdBefore, limit }) {
      const isOfDeliveries = kind === 'deliveries';
      const rows: readonly Message[] = isOfDeliveries ? tables.deliveries : tables.mails;
      const old = rows
        .filter(({ createdAt }) => createdAt < createdBefore)
        .filter(({ dueAt }) => kind !== 'unsent_mails' || dueAt !== null)
        .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id);
      const some = new Set(old.slice(0, limit).map(({ id }) => id));
      const isKept = ({ id }: Message) => !some.has(id);
      if (isOfDeliveries) tables.deliveries = tables.deliveries.filter(isKept);
      else tables.mails = tables.mails.filter(isKept);
      const over = [...tables.confirmations].filter(
        ([, times]) => kind === 'mails' && Math.max(...times) < createdBefore.getTime(),
      );
      for (const [key] of over.slice(0, limit)) tables.confirmations.delete(key);
      return { deleted: some.size, isDone: some.size === old.length && over.length <= limit };
    },
  };
}

type Message = Pick<DeliveryRow | MailRow, 'id' | 'createdAt' | 'dueAt'>;

/** Deletes some deliveries of deleted webhooks and websites. Returns whether none are left. */
function deleteDeliveries(
  tables: MemoryTables,
  ownerId: string | undefined,
  limit: number,
): boolean {
  const ofDeletedWebsites = tables.deliveries.filter(
    ({ websiteId }) => websiteId !== null && !tables.websites.some(({ id }) => id === websiteId),
  );
  const rows = [...tables.hiddenDeliveries, ...ofDeletedWebsites].filter(
    (row) => row.ownerId === (ownerId ?? row.ownerId),
  );
  const some = new Set(rows.slice(0, limit));
  tables.hiddenDeliveries = tables.hiddenDeliveries.filter((row) => !some.has(row));
  tables.deliveries = tables.deliveries.filter((row) => !some.has(row));
  return some.size === rows.length;
}

/** Deletes a webhook, and hides its deliveries. */
export function deleteWebhookRow(tables: MemoryTables, id: number): void {
  tables.webhooks = tables.webhooks.filter((row) => row.id !== id);
  const isHidden = ({ webhookId }: { readonly webhookId: number }): boolean => webhookId === id;
  tables.hiddenDeliveries = [...tables.hiddenDeliveries, ...tables.deliveries.filter(isHidden)];
  tables.deliveries = tables.deliveries.filter((row) => !isHidden(row));
}

/** Deletes recipients, and cancels their mails. */
export function deleteRecipientRows(tables: MemoryTables, rows: readonly RecipientRow[]): void {
  tables.recipients = tables.recipients.filter((row) => !rows.includes(row));
  for (const { id } of rows) cancelMailsOf(tables, id);
}

/** Deletes a website, and hides its reports and crawls. */
export function deleteWebsiteRow(tables: MemoryTables, id: number): void {
  tables.websites = tables.websites.filter((row) => row.id !== id);
  tables.schedules.delete(id);
  tables.accepted = tables.accepted.filter(({ websiteId }) => websiteId !== id);
  deleteRecipientRows(
    tables,
    tables.recipients.filter(({ websiteId }) => websiteId === id),
  );
  const isHidden = ({ websiteId }: { readonly websiteId: number }): boolean => websiteId === id;
  tables.hiddenReports = [...tables.hiddenReports, ...tables.reports.filter(isHidden)];
  for (const { id } of tables.reports.filter(isHidden)) tables.screenshots.delete(id);
  tables.reports = tables.reports.filter((row) => !isHidden(row));
  for (const { id: crawlId, websiteId } of tables.crawls) {
    if (websiteId === id) deleteCrawlRow(tables, crawlId);
  }
}

const deleteByKind: Readonly<
  Record<OwnedKind, (tables: MemoryTables, ownerId: string) => DeletedPart>
> = {
  apiKeys(tables, ownerId) {
    const { kept, deleted, isDone } = withoutSome(tables.apiKeys, ownerId);
    tables.apiKeys = kept;
    const isOfDeleted = (id: number): boolean => deleted.some((key) => key.id === id);
    tables.sessions = tables.sessions.filter(({ apiKeyId }) => !isOfDeleted(apiKeyId));
    return { deleted: deleted.length, isDone };
  },
  schedules(tables, ownerId) {
    const { deleted, isDone } = withoutSome([...tables.schedules.values()], ownerId);
    for (const { websiteId } of deleted) tables.schedules.delete(websiteId);
    return { deleted: deleted.length, isDone };
  },
  webhooks(tables, ownerId) {
    const { deleted, isDone } = withoutSome(tables.webhooks, ownerId);
    for (const { id } of deleted) deleteWebhookRow(tables, id);
    const outbox = withoutSome(tables.outbox, ownerId);
    tables.outbox = outbox.kept;
    const count = deleted.length + outbox.deleted.length;
    return { deleted: count, isDone: isDone && outbox.isDone };
  },
  recipients(tables, ownerId) {
    const { deleted, isDone } = withoutSome(tables.recipients, ownerId);
    deleteRecipientRows(tables, deleted);
    const mails = withoutSome(tables.mails, ownerId);
    tables.mails = mails.kept;
    const count = deleted.length + mails.deleted.length;
    return { deleted: count, isDone: isDone && mails.isDone };
  },
  jobs(tables, ownerId) {
    const { kept, deleted, isDone } = withoutSome(tables.jobs, ownerId);
    tables.jobs = kept;
    if (isDone) tables.claims.delete(ownerId);
    return { deleted: deleted.length, isDone };
  },
  crawls(tables, ownerId) {
    const { deleted, isDone } = withoutSome(tables.crawls, ownerId);
    for (const { id } of deleted) deleteCrawlRow(tables, id);
    if (isDone) tables.crawlDays.delete(ownerId);
    return { deleted: deleted.length, isDone };
  },
  idempotencyKeys(tables, ownerId) {
    const { kept, deleted, isDone } = withoutSome(tables.attempts, ownerId);
    tables.attempts = kept;
    return { deleted: deleted.length, isDone };
  },
  websites(tables, ownerId) {
    const { deleted, isDone } = withoutSome(tables.websites, ownerId);
    for (const { id } of deleted) deleteWebsiteRow(tables, id);
    return { deleted: deleted.length, isDone };
  },
  // They are computed from the rows.
  totals: () => ({ deleted: 0, isDone: true }),
};

function withoutSome<Row extends { readonly ownerId: string }>(
  rows: readonly Row[],
  ownerId: string,
): { readonly kept: readonly Row[]; readonly deleted: readonly Row[]; readonly isDone: boolean } {
  const owned = rows.filter((row) => row.ownerId === ownerId);
  const deleted = owned.slice(0, deletedAtOnce);
  const kept = rows.filter((row) => !deleted.includes(row));
  return { kept, deleted, isDone: deleted.length === owned.length };
}
