import { cancelCrawl, deleteCrawl } from '../../crawls/cancel-crawl.ts';
import { getCrawl } from '../../crawls/get-crawl.ts';
import { english as text } from '../english.ts';
import { confirmedStep } from './confirm-page.tsx';
import { siteOf } from './crawl-page.tsx';
import { doneQuery } from './done.ts';

const cancel = confirmedStep({
  path: '/crawls/:id/cancel',
  operation: 'CancelCrawl',
  summary: 'Cancel a crawl in the console',
  askSummary: 'Ask before a crawl is canceled in the console',
  title: text.crawls.cancel,
  keep: text.crawls.keep,
  back: ({ crawl }, { id }) => crawl(id),
  async lost({ context, ownerId, params: { id } }) {
    const crawl = await getCrawl(context, ownerId, id);
    if (crawl.endedAt !== null) return null;
    return text.crawls.cancelText(siteOf(crawl));
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    const { status } = await cancelCrawl(context, ownerId, id);
    // It may have ended in the meantime.
    return links.crawl(id) + (status === 'canceled' ? doneQuery('crawl_canceled') : '');
  },
});

const remove = confirmedStep({
  path: '/crawls/:id/delete',
  operation: 'DeleteCrawl',
  summary: 'Delete a crawl in the console',
  askSummary: 'Ask before a crawl is deleted in the console',
  title: text.crawls.delete,
  back: ({ crawl }, { id }) => crawl(id),
  async lost({ context, ownerId, params: { id } }) {
    const crawl = await getCrawl(context, ownerId, id);
    const labels = text.crawls;
    return crawl.endedAt === null
      ? labels.deleteOpenText(siteOf(crawl))
      : labels.deleteText(siteOf(crawl), crawl.progress.done);
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    await deleteCrawl(context, ownerId, id);
    return links.consolePage('/crawls') + doneQuery('crawl_deleted');
  },
});

/** The pages that cancel and delete crawls, after a confirmation. */
export const endCrawlPages = [...cancel, ...remove] as const;
