import { getReport } from '../../reports/get-report.ts';
import { renewReportLink, renewWebsiteLink } from '../../sharing/renew-link.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { confirmedStep } from './confirm-page.tsx';
import { doneQuery } from './done.ts';

const renewReport = confirmedStep({
  path: '/reports/:id/renew-link',
  operation: 'RenewReportLink',
  summary: 'Renew the share link of a report in the console',
  askSummary: 'Ask before the share link of a report is renewed in the console',
  title: text.console.renewTitle,
  verb: text.console.renew,
  back: ({ report }, { id }) => report(id),
  async lost({ context, ownerId, params: { id } }) {
    const { title, url } = await getReport(context, ownerId, id);
    return (
      <>
        <p>
          <PageText>{title ?? url}</PageText>
        </p>
        <p>{text.console.renewReport}</p>
      </>
    );
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    await renewReportLink(context, ownerId, id);
    return `${links.report(id)}${doneQuery('renewed')}#share`;
  },
});

const renewWebsite = confirmedStep({
  path: '/websites/:id/renew-link',
  operation: 'RenewWebsiteLink',
  summary: 'Renew the share link of a website in the console',
  askSummary: 'Ask before the share link of a website is renewed in the console',
  title: text.console.renewTitle,
  verb: text.console.renew,
  back: ({ websiteSettings }, { id }) => websiteSettings(id),
  async lost({ context, ownerId, params: { id } }) {
    const { domain } = await getWebsite(context, ownerId, id);
    return (
      <>
        <p>
          <PageText>{domain}</PageText>
        </p>
        <p>{text.console.renewWebsite}</p>
      </>
    );
  },
  async take({ context, ownerId, params: { id } }, { links }) {
    await renewWebsiteLink(context, ownerId, id);
    return `${links.websiteSettings(id)}${doneQuery('renewed')}#share`;
  },
});

/** The pages that renew share links, after a confirmation. */
export const renewPages = [...renewReport, ...renewWebsite] as const;
