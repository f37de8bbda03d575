import { createCrawl, defaultMaxPages } from '../../crawls/create-crawl.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { english as text } from '../english.ts';
import { PageText } from '../parts/page-text.tsx';
import { pageResponse, seeOther } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { CrawlFormView } from './crawl-form.tsx';
import {
  type CrawlForm,
  type CrawlFormIssues,
  crawlFormIssues,
  crawlFormOf,
  crawlInputOf,
} from './crawl-input.ts';
import { CrawlList, listedCrawls } from './crawl-list.tsx';
import { Live } from './live.tsx';
import { type ConsoleContext, type OwnerRequest, ownerPage } from './owner-page.tsx';
import { withQuery } from './paging.tsx';
import { WithoutWorker } from './without-worker.tsx';

/** Enough for the most patterns of the greatest length, escaped. */
const formLimit = 1024 * 1024;

/** The form for a crawl, and the crawls below it. */
export const crawlsPage = ownerPage({
  method: 'GET',
  path: '/crawls',
  operationId: 'consoleCrawls',
  summary: 'Show the crawls in the console',
  respond: (request, page) => respondCrawls(request, page),
});

/** Creates a crawl and leads to it. Errors appear at their fields. */
export const createCrawlPage = ownerPage({
  method: 'POST',
  path: '/crawls',
  operationId: 'consoleCreateCrawl',
  bodyLimit: formLimit,
  summary: 'Create a crawl in the console',
  async respond(request, page) {
    const { context, ownerId } = request;
    const form = crawlFormOf(await request.form());
    try {
      const { id } = await createCrawl(context, ownerId, crawlInputOf(form));
      return seeOther(page.links.crawl(id));
    } catch (error) {
      return respondCrawls(request, page, { form, ...crawlFormIssues(error, form) });
    }
  },
});

async function respondCrawls(
  request: OwnerRequest,
  page: ConsoleContext,
  failed?: CrawlFormIssues & { readonly form: CrawlForm },
) {
  const { context, ownerId, query } = request;
  const { links } = page;
  const labels = text.crawls;
  const crawls = await listedCrawls(request);
  const { website: websiteId } = crawls.filter;
  const website =
    websiteId === undefined ? undefined : await getWebsite(context, ownerId, websiteId);
  const path = links.consolePage('/crawls');
  const { maxPages } = context.crawls;
  const form = failed?.form ?? {
    url: website ? `https://${website.domain}/` : '',
    maxPages: String(Math.min(defaultMaxPages, maxPages)),
    source: '',
    recrawl: '',
    include: '',
    exclude: '',
  };
  const content = (
    <ConsoleLayout
      page={page}
      title={website ? labels.ofWebsite(website.domain) : labels.title}
      current="crawls"
    >
      <h1>{labels.crawlAWebsite}</h1>
      <p>{labels.text}</p>
      <WithoutWorker context={context} />
      <CrawlFormView action={path} form={form} issues={failed?.issues ?? {}} maxPages={maxPages} />
      <section aria-labelledby="list">
        <h2 id="list">
          {website ? <PageText>{labels.ofWebsite(website.domain)}</PageText> : labels.list}
        </h2>
        {website && (
          <p>
            <a href={links.website(website.id)}>
              <PageText>{website.domain}</PageText>
            </a>{' '}
            · <a href={path}>{labels.list}</a>
          </p>
        )}
        <Live isActive={crawls.isActive} href={withQuery(path, Object.fromEntries(query))}>
          <CrawlList crawls={crawls} links={links} />
        </Live>
      </section>
    </ConsoleLayout>
  );
  return pageResponse(failed?.status ?? (crawls.issue ? 422 : 200), content, failed?.headers);
}
