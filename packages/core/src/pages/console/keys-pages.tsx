import type { ComponentChildren, VNode } from 'preact';
import { issueApiKey, listApiKeys, revokeApiKey } from '../../api-keys/api-keys.ts';
import type { ApiKey } from '../../store/api-key.ts';
import { PageText } from '../elements/page-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { pageNotFound } from '../page-route.ts';
import { Day } from '../parts/time.tsx';
import { confirmedStep } from './confirm-page.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { CopyField } from './copy-field.tsx';
import { doneQuery } from './done.ts';
import { digits, Field, FormView, fieldsOf } from './field.tsx';
import { type Form, fieldIssue, filledForm, formText } from './form.ts';
import { keyStateOf, shownKeys } from './key-state.ts';
import type { ConsoleContext, OwnerRequest } from './owner-page.tsx';
import { formPages } from './post-page.ts';

/** Enough for every program of an owner; without a bound a script could fill the list. */
const maxValidKeys = 100;
const maxNameLength = 100;
const maxDays = 3_650;
const msPerDay = 86_400_000;

const listPages = formPages({
  path: '/keys',
  show: { operationId: 'consoleKeys', summary: 'Show the API keys in the console' },
  send: { operationId: 'consoleIssueKey', summary: 'Issue an API key in the console' },
  fields: ['name', 'days'],
  respond: respondKeys,
  async take({ context, ownerId }, page, sent) {
    requireKeys(page);
    const now = context.now();
    const days = formText(sent, 'days');
    const isNumber = /^[1-9]\d{0,3}$/.test(days) && Number(days) <= maxDays;
    if (days !== '' && !isNumber) throw fieldIssue('days', text.keys.daysIssue(maxDays));
    const keys = await listApiKeys(context, ownerId);
    if (keys.filter((key) => keyStateOf(key, now) === 'valid').length >= maxValidKeys) {
      throw fieldIssue('name', text.keys.tooMany(maxValidKeys));
    }
    const { key } = await issueApiKey(context, ownerId, {
      name: formText(sent, 'name'),
      ...(days !== '' && { expiresAt: new Date(now.getTime() + Number(days) * msPerDay) }),
    });
    return <IssuedKey page={page} apiKey={key} />;
  },
});

const revoke = confirmedStep({
  path: '/keys/:id/revoke',
  operation: 'RevokeKey',
  summary: 'Revoke an API key in the console',
  askSummary: 'Ask before an API key is revoked in the console',
  title: text.keys.revokeTitle,
  back: ({ consolePage }) => consolePage('/keys'),
  async lost({ context, ownerId, params: { id }, apiKey }, page) {
    requireKeys(page);
    const key = (await listApiKeys(context, ownerId)).find((listed) => listed.id === id);
    if (key === undefined) throw pageNotFound();
    return (
      <>
        <p>
          <PageText>{text.keys.revokeText(nameOf(key), key.prefix)}</PageText>
        </p>
        {apiKey?.id === id && <p class="notice">{text.keys.revokeOwn}</p>}
      </>
    );
  },
  async take({ context, ownerId, params: { id } }, page) {
    requireKeys(page);
    await revokeApiKey(context, ownerId, id);
    return page.links.consolePage('/keys') + doneQuery('revoked');
  },
});

/** The pages of the API keys: the list, issuing and revoking. */
export const keyPages = [...listPages, ...revoke] as const;

/** Where the login of the host replaces API keys, they would be useless. */
function requireKeys({ hasKeys }: ConsoleContext): void {
  if (!hasKeys) throw pageNotFound();
}

function nameOf({ name }: ApiKey): string {
  return name === '' ? text.keys.unnamed : name;
}

async function respondKeys(
  { context, ownerId, apiKey }: OwnerRequest,
  page: ConsoleContext,
  form: Form = filledForm({}),
) {
  requireKeys(page);
  const labels = text.keys;
  const { shown, hidden } = shownKeys(await listApiKeys(context, ownerId), context.now());
  return (
    <ConsoleLayout page={page} title={labels.title} current="keys">
      <h1>{labels.title}</h1>
      <p>{labels.text}</p>
      <section aria-labelledby="list">
        <h2 id="list">{labels.list}</h2>
        <Table
          name="keys"
          rows={shown}
          empty={labels.none}
          columns={[
            {
              label: labels.name,
              cell: (key) => (
                <>
                  <PageText>{nameOf(key)}</PageText>
                  <p class="soft">
                    <code>{key.prefix}…</code>
                  </p>
                  {key.id === apiKey?.id && <p class="soft small">{labels.yours}</p>}
                </>
              ),
            },
            { label: labels.created, cell: ({ createdAt }) => <Day date={createdAt} /> },
            { label: labels.lastUsed, cell: ({ lastUsedAt }) => dayOr(lastUsedAt) },
            { label: labels.expires, cell: ({ expiresAt }) => dayOr(expiresAt) },
            { label: labels.state, cell: ({ state }) => labels.states[state] },
            {
              label: labels.revoke,
              kind: 'action',
              cell: (key) =>
                key.state === 'valid' && (
                  <a
                    href={page.links.consolePage(`/keys/${key.id}/revoke`)}
                    aria-label={labels.revokeNamed(nameOf(key))}
                  >
                    {labels.revoke}
                  </a>
                ),
            },
          ]}
        />
        {hidden > 0 && <p class="soft">{labels.andEnded(hidden)}</p>}
      </section>
      <IssueForm page={page} form={form} />
    </ConsoleLayout>
  );
}

function dayOr(date: Date | null): ComponentChildren {
  return date ? <Day date={date} /> : text.keys.never;
}

function IssueForm({ page, form }: { page: ConsoleContext; form: Form }): VNode {
  const labels = text.keys;
  const at = fieldsOf(form);
  return (
    <section aria-labelledby="issue">
      <h2 id="issue">{labels.issue}</h2>
      <FormView
        action={page.links.consolePage('/keys')}
        busy={labels.issuing}
        button={labels.issue}
      >
        <Field
          {...at('name')}
          label={labels.name}
          hint={labels.nameHint(maxNameLength)}
          autocomplete="off"
        />
        <Field {...at('days')} label={labels.days} hint={labels.daysHint(maxDays)} {...digits} />
      </FormView>
    </section>
  );
}

function IssuedKey({ page, apiKey }: { page: ConsoleContext; apiKey: string }): VNode {
  const labels = text.keys;
  return (
    <ConsoleLayout page={page} title={labels.issued} current="keys">
      <h1>{labels.issued}</h1>
      <div class="secret">
        <p>
          <strong>{labels.onlyOnce}</strong>
        </p>
        <CopyField id="new-key" label={labels.key} value={apiKey} />
      </div>
      <p>
        <a href={page.links.consolePage('/keys')}>{labels.toList}</a>
      </p>
    </ConsoleLayout>
  );
}
