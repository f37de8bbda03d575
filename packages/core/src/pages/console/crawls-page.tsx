import { createCrawl } from '../../crawls/create-crawl.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { pageResponse } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import {
  CrawlFields,
  crawlFields,
  crawlFormLimit,
  crawlInput,
  crawlValues,
} from './crawl-form.tsx';
import { CrawlList, listedCrawls } from './crawl-list.tsx';
import { FormView } from './field.tsx';
import { type Form, filledForm } from './form.ts';
import { Live } from './live.tsx';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { withQuery } from './paging.tsx';
import { formPages } from './post-page.ts';
import { WithoutWorker } from './without-worker.tsx';

/** The form for a crawl, and the crawls below it. */
export const crawlsPages = formPages({
  path: '/crawls',
  show: { operationId: 'consoleCrawls', summary: 'Show the crawls in the console' },
  send: {
    operationId: 'consoleCreateCrawl',
    bodyLimit: crawlFormLimit,
    summary: 'Create a crawl in the console',
  },
  fields: crawlFields,
  respond: respondCrawls,
  async take({ context, ownerId }, { links }, sent) {
    const { id } = await createCrawl(context, ownerId, crawlInput(sent));
    return links.crawl(id);
  },
});

async function respondCrawls(request: OwnerRequest, page: ConsoleContext, refused?: Form) {
  const { context, ownerId, query } = request;
  const { links } = page;
  const labels = text.crawls;
  const crawls = await listedCrawls(request);
  const { website: websiteId } = crawls.filter;
  const website =
    websiteId === undefined ? undefined : await getWebsite(context, ownerId, websiteId);
  const path = links.consolePage('/crawls');
  const { maxPages } = context.crawls;
  const url = website ? `https://${website.domain}/` : '';
  const form = refused ?? filledForm(crawlValues({ url }, maxPages));
  const content = (
    <ConsoleLayout
      page={page}
      title={website ? labels.ofWebsite(website.domain) : labels.title}
      current="crawls"
    >
      <h1>{labels.crawlAWebsite}</h1>
      <p>{labels.text}</p>
      <WithoutWorker context={context} />
      <FormView action={path} busy={labels.creating} button={labels.create}>
        <CrawlFields form={form} maxPages={maxPages} />
      </FormView>
      <section aria-labelledby="list">
        <h2 id="list">
          {website ? <PageText>{labels.ofWebsite(website.domain)}</PageText> : labels.list}
        </h2>
        {website && (
          <p>
            <TextLink href={links.website(website.id)}>{website.domain}</TextLink> ·{' '}
            <a href={path}>{labels.list}</a>
          </p>
        )}
        <Live isActive={crawls.isActive} href={withQuery(path, Object.fromEntries(query))}>
          <CrawlList crawls={crawls} links={links} />
        </Live>
      </section>
    </ConsoleLayout>
  );
  return pageResponse(crawls.issue ? 422 : 200, content);
}
