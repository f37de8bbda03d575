import { getReport } from '../../reports/get-report.ts';
import { renewReportLink, renewWebsiteLink } from '../../sharing/renew-link.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { english as text } from '../english.ts';
import { PageText } from '../parts/page-text.tsx';
import { pageResponse, seeOther } from '../respond.ts';
import { ConfirmPage } from './confirm-page.tsx';
import { doneQuery } from './done.ts';
import { ownerPage } from './owner-page.tsx';

const ofReport = { path: '/reports/:id/renew-link', params: { id: 'number' } } as const;
const ofWebsite = { path: '/websites/:id/renew-link', params: { id: 'number' } } as const;

const confirmReport = ownerPage({
  ...ofReport,
  method: 'GET',
  operationId: 'consoleConfirmRenewReportLink',
  summary: 'Ask before the share link of a report is renewed in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const { title, url } = await getReport(context, ownerId, id);
    const path = page.links.report(id);
    return pageResponse(
      200,
      <ConfirmPage
        page={page}
        title={text.console.renewTitle}
        action={`${path}/renew-link`}
        verb={text.console.renew}
        cancel={path}
      >
        <p>
          <PageText>{title ?? url}</PageText>
        </p>
        <p>{text.console.renewReport}</p>
      </ConfirmPage>,
    );
  },
});

const renewReport = ownerPage({
  ...ofReport,
  method: 'POST',
  operationId: 'consoleRenewReportLink',
  summary: 'Renew the share link of a report in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    await renewReportLink(context, ownerId, id);
    return seeOther(`${page.links.report(id)}${doneQuery('renewed')}#share`);
  },
});

const confirmWebsite = ownerPage({
  ...ofWebsite,
  method: 'GET',
  operationId: 'consoleConfirmRenewWebsiteLink',
  summary: 'Ask before the share link of a website is renewed in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const { domain } = await getWebsite(context, ownerId, id);
    const path = page.links.website(id);
    return pageResponse(
      200,
      <ConfirmPage
        page={page}
        title={text.console.renewTitle}
        action={`${path}/renew-link`}
        verb={text.console.renew}
        cancel={path}
      >
        <p>
          <PageText>{domain}</PageText>
        </p>
        <p>{text.console.renewWebsite}</p>
      </ConfirmPage>,
    );
  },
});

const renewWebsite = ownerPage({
  ...ofWebsite,
  method: 'POST',
  operationId: 'consoleRenewWebsiteLink',
  summary: 'Renew the share link of a website in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    await renewWebsiteLink(context, ownerId, id);
    return seeOther(`${page.links.website(id)}${doneQuery('renewed')}#share`);
  },
});

/** The pages that renew share links, after a confirmation. */
export const renewPages = [confirmReport, renewReport, confirmWebsite, renewWebsite] as const;
