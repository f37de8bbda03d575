import type { VNode } from 'preact';
import type { Entries } from '../../http/request/form.ts';
import { listLatestReports } from '../../reports/list-latest-reports.ts';
import {
  maxPasswordLength,
  type Privacy,
  privacyByNumber,
  type Website,
} from '../../store/website.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { updateWebsite } from '../../websites/update-website.ts';
import { websiteHistory } from '../../websites/website-history.ts';
import { intervalFor } from '../charts/history-chart.tsx';
import { english as text } from '../english.ts';
import { LatestReports } from '../parts/latest-reports.tsx';
import { WebsiteHead } from '../parts/website-head.tsx';
import { BadgeSnippet } from './badge-snippet.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import { Field, FormView } from './field.tsx';
import { type Form, fieldIssue, formText, rawText } from './form.ts';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { withQuery } from './paging.tsx';
import { formPages } from './post-page.ts';
import { ShareLink } from './share-link.tsx';
import { WebsiteCrawlsView, websiteCrawls } from './website-crawls.tsx';
import { WebsiteRecipientsView, websiteRecipients } from './website-recipients.tsx';
import { WebsiteScheduleView } from './website-schedule.tsx';

/** A website: its history, its pages, and who can see them, with the form that changes it. */
export const websitePages = formPages({
  path: '/websites/:id',
  params: { id: 'number' },
  show: { operationId: 'consoleWebsite', summary: 'Show a website in the console' },
  send: {
    operationId: 'consoleChangePrivacy',
    summary: 'Change the privacy of a website in the console',
  },
  fields: ['password'],
  respond: respondWebsite,
  async take({ context, ownerId, params, signal }, { links }, sent) {
    const labels = text.console;
    const current = await getWebsite(context, ownerId, params.id);
    const privacy = privacyOf(sent) ?? current.privacy;
    const password = rawText(sent, 'password');
    if (privacy === 'password' && password === '' && !current.hasPassword) {
      throw fieldIssue('password', labels.passwordNeeded(maxPasswordLength));
    }
    // The owner would believe that the pages are protected.
    if (privacy !== 'password' && password !== '') {
      throw fieldIssue('password', labels.passwordUnused(labels.privacyChoices.password));
    }
    const change = { privacy, ...(password === '' ? {} : { password }) };
    await updateWebsite(context, ownerId, params.id, change, { signal: signal() });
    return links.website(params.id) + doneQuery('saved');
  },
});

function privacyOf(sent: Entries): Privacy | undefined {
  return privacyByNumber.find((known) => known === formText(sent, 'privacy'));
}

async function respondWebsite(
  request: OwnerRequest<{ readonly id: 'number' }>,
  page: ConsoleContext,
  refused?: Form,
) {
  const { context, ownerId, params, query } = request;
  const { links, settings } = page;
  const website = await getWebsite(context, ownerId, params.id);
  const interval = intervalFor(website.createdAt, context.now());
  const [history, latest, crawls, schedule, recipients] = await Promise.all([
    websiteHistory(context, ownerId, website.id, { interval }),
    listLatestReports(context, ownerId, website.id),
    websiteCrawls(context, ownerId, website),
    context.store.schedules.find(ownerId, website.id),
    websiteRecipients(context, ownerId, website.id),
  ]);
  const labels = text.website;
  const path = links.website(website.id);
  const shared = links.sharedWebsite(website.shareToken);
  return (
    <ConsoleLayout page={page} title={website.domain} current="websites">
      <WebsiteHead website={website} history={history} interval={interval}>
        {website.unreachableSince && (
          <p>{labels.unreachable(text.dateTime(website.unreachableSince))}</p>
        )}
        <div class="actions">
          {settings.share && (
            <ShareLink
              url={links.absolute(shared)}
              privacy={website.privacy}
              changePrivacy="#privacy"
              renew={`${path}/renew-link`}
              open={query.get('done') === 'renewed'}
            />
          )}
        </div>
        <ul class="inline">
          <li>
            <a href={withQuery(links.consolePage('/reports'), { website: website.id })}>
              {text.console.allReports}
            </a>
          </li>
          {website.score !== null && (
            <li>
              <a href={`${path}/issues`}>{text.issues.title}</a>
            </li>
          )}
          <li>
            <a href={`${path}/accepted`}>{text.accepted.title}</a>
          </li>
        </ul>
      </WebsiteHead>
      {latest.rows.length > 0 && (
        <section aria-labelledby="latest">
          <h2 id="latest">{labels.latest}</h2>
          <LatestReports
            reports={latest.rows}
            href={({ id }) => links.report(id)}
            caption={
              latest.total > latest.rows.length
                ? labels.firstOf(latest.rows.length)
                : labels.worstFirst
            }
          />
        </section>
      )}
      <WebsiteCrawlsView website={website} crawls={crawls} links={links} />
      <WebsiteScheduleView
        websiteId={website.id}
        schedule={schedule}
        now={context.now()}
        links={links}
      />
      {recipients && (
        <WebsiteRecipientsView recipients={recipients} path={links.recipients(website.id)} />
      )}
      <PrivacyForm website={website} action={path} refused={refused} />
      {settings.share && website.privacy === 'public' && (
        <BadgeSnippet
          domain={website.domain}
          page={shared}
          image={links.badge(website.shareToken)}
          absolute={links.absolute}
        />
      )}
      <section aria-labelledby="delete">
        <h2 id="delete">{text.console.danger}</h2>
        <p>
          <a class="button plain" href={`${path}/delete`}>
            {text.console.deleteWebsite}
          </a>
        </p>
      </section>
    </ConsoleLayout>
  );
}

function PrivacyForm({
  website,
  action,
  refused,
}: {
  website: Website;
  action: string;
  refused: Form | undefined;
}): VNode {
  const labels = text.console;
  const hints = [
    labels.passwordHint(maxPasswordLength),
    website.hasPassword && labels.passwordKeeps,
  ];
  const chosen = (refused && privacyOf(refused.sent)) ?? website.privacy;
  return (
    <section aria-labelledby="privacy">
      <h2 id="privacy">{labels.privacy}</h2>
      {/* An error is shown where it can be seen: the form is at the end of a long page. */}
      <FormView action={`${action}#privacy`} busy={labels.saving} button={labels.save}>
        <fieldset>
          <legend>{labels.privacyLegend}</legend>
          {privacyByNumber.map((privacy) => (
            <label key={privacy}>
              <input type="radio" name="privacy" value={privacy} checked={privacy === chosen} />
              {labels.privacyChoices[privacy]}
            </label>
          ))}
          <Field
            name="password"
            label={labels.password}
            hint={hints.filter(Boolean).join(' ')}
            issue={refused?.issues.password?.[0]}
            type="password"
            autocomplete="new-password"
          />
        </fieldset>
      </FormView>
    </section>
  );
}
