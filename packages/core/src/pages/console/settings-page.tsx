import type { VNode } from 'preact';
import type { Entries } from '../../http/request/form.ts';
import {
  maxPasswordLength,
  type Privacy,
  privacyByNumber,
  type Website,
} from '../../store/website.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { updateWebsite } from '../../websites/update-website.ts';
import { english as text } from '../english.ts';
import { BadgeSnippet } from './badge-snippet.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { CopyField } from './copy-field.tsx';
import { doneQuery } from './done.ts';
import { Field, FormView } from './field.tsx';
import { type Form, fieldIssue, formText, rawText } from './form.ts';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { formPages } from './post-page.ts';
import { WebsiteHeader } from './website-header.tsx';
import { ReceiverSentences, websiteReceivers } from './website-receivers.tsx';
import { WebsiteScheduleView } from './website-schedule.tsx';

/** The settings of a website: when it is looked at, who is informed, who can see it, and its deletion. */
export const settingsPages = formPages({
  path: '/websites/:id/settings',
  params: { id: 'number' },
  show: {
    operationId: 'consoleWebsiteSettings',
    summary: 'Show the settings of a website in the console',
  },
  send: {
    operationId: 'consoleChangePrivacy',
    summary: 'Change the privacy of a website in the console',
  },
  fields: ['password'],
  respond: respondSettings,
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
    return links.websiteSettings(params.id) + doneQuery('saved');
  },
});

function privacyOf(sent: Entries): Privacy | undefined {
  return privacyByNumber.find((known) => known === formText(sent, 'privacy'));
}

async function respondSettings(
  { context, ownerId, params }: OwnerRequest<{ readonly id: 'number' }>,
  page: ConsoleContext,
  refused?: Form,
) {
  const { links, settings } = page;
  const website = await getWebsite(context, ownerId, params.id);
  const { id, domain, privacy } = website;
  const [schedule, receivers] = await Promise.all([
    context.store.schedules.find(ownerId, id),
    websiteReceivers(context, ownerId, id),
  ]);
  const labels = text.console;
  const path = links.website(id);
  const shared = links.sharedWebsite(website.shareToken);
  return (
    <ConsoleLayout page={page} title={labels.settingsOf(domain)} current="websites">
      <WebsiteHeader website={website} links={links} current="settings" />
      <WebsiteScheduleView websiteId={id} schedule={schedule} now={context.now()} links={links} />
      <section aria-labelledby="informed">
        <h2 id="informed">{text.website.informed}</h2>
        <ReceiverSentences receivers={receivers} websiteId={id} links={links} />
      </section>
      <PrivacyForm website={website} action={links.websiteSettings(id)} refused={refused} />
      {settings.share && (
        <section aria-labelledby="share">
          <h2 id="share">{labels.sharedPage}</h2>
          <CopyField id="share-link" label={labels.shareLink} value={links.absolute(shared)} />
          <p>
            {labels.openFor[privacy]} <a href={`${path}/renew-link`}>{labels.renew}</a>
          </p>
        </section>
      )}
      {settings.share && privacy === 'public' && (
        <BadgeSnippet
          domain={domain}
          page={shared}
          image={links.badge(website.shareToken)}
          absolute={links.absolute}
        />
      )}
      <section aria-labelledby="delete">
        <h2 id="delete">{labels.danger}</h2>
        <p>
          <a class="button plain" href={`${path}/delete`}>
            {labels.deleteWebsite}
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
      {/* An error is shown where it can be seen: the form is below other settings. */}
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
