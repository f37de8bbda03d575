import { cancelCrawl, deleteCrawl } from '../../crawls/cancel-crawl.ts';
import { getCrawl } from '../../crawls/get-crawl.ts';
import { english as text } from '../english.ts';
import { PageText } from '../parts/page-text.tsx';
import { pageResponse, seeOther } from '../respond.ts';
import { ConfirmPage } from './confirm-page.tsx';
import { siteOf } from './crawl-page.tsx';
import { doneQuery } from './done.ts';
import { ownerPage } from './owner-page.tsx';

const cancelPath = { path: '/crawls/:id/cancel', params: { id: 'number' } } as const;
const deletePath = { path: '/crawls/:id/delete', params: { id: 'number' } } as const;

const confirmCancel = ownerPage({
  ...cancelPath,
  method: 'GET',
  operationId: 'consoleConfirmCancelCrawl',
  summary: 'Ask before a crawl is canceled in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const crawl = await getCrawl(context, ownerId, id);
    const path = page.links.crawl(id);
    if (crawl.endedAt !== null) return seeOther(path);
    return pageResponse(
      200,
      <ConfirmPage
        page={page}
        title={text.crawls.cancel}
        action={`${path}/cancel`}
        verb={text.crawls.cancel}
        keep={text.crawls.keep}
        cancel={path}
      >
        <p>
          <PageText>{text.crawls.cancelText(siteOf(crawl))}</PageText>
        </p>
      </ConfirmPage>,
    );
  },
});

const cancel = ownerPage({
  ...cancelPath,
  method: 'POST',
  operationId: 'consoleCancelCrawl',
  summary: 'Cancel a crawl in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const { status } = await cancelCrawl(context, ownerId, id);
    // It may have ended in the meantime.
    return seeOther(
      page.links.crawl(id) + (status === 'canceled' ? doneQuery('crawl_canceled') : ''),
    );
  },
});

const confirmDelete = ownerPage({
  ...deletePath,
  method: 'GET',
  operationId: 'consoleConfirmDeleteCrawl',
  summary: 'Ask before a crawl is deleted in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const crawl = await getCrawl(context, ownerId, id);
    const own = text.crawls;
    const path = page.links.crawl(id);
    return pageResponse(
      200,
      <ConfirmPage
        page={page}
        title={own.delete}
        action={`${path}/delete`}
        verb={own.delete}
        cancel={path}
      >
        <p>
          <PageText>
            {crawl.endedAt === null
              ? own.deleteOpenText(siteOf(crawl))
              : own.deleteText(siteOf(crawl), crawl.progress.done)}
          </PageText>
        </p>
      </ConfirmPage>,
    );
  },
});

const remove = ownerPage({
  ...deletePath,
  method: 'POST',
  operationId: 'consoleDeleteCrawl',
  summary: 'Delete a crawl in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    await deleteCrawl(context, ownerId, id);
    return seeOther(page.links.consolePage('/crawls') + doneQuery('crawl_deleted'));
  },
});

/** The pages that cancel and delete crawls, after a confirmation. */
export const endCrawlPages = [confirmCancel, cancel, confirmDelete, remove] as const;
