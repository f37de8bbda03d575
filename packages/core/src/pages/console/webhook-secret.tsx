import type { VNode } from 'preact';
import type { WebhookWithSecret } from '../../messages/webhooks/webhooks.ts';
import { english as text } from '../english.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { CopyField } from './copy-field.tsx';
import type { ConsoleContext } from './owner-page.tsx';

const standardUrl = 'https://www.standardwebhooks.com/';

const example = `import { Webhook } from 'standardwebhooks';

const message = new Webhook(secret).verify(body, headers);`;

/** The secret of a webhook, which is shown once, and how a receiver uses it. */
export function WebhookSecret({
  page,
  title,
  note,
  created: { webhook, secret },
}: {
  readonly page: ConsoleContext;
  /** What was done. */
  readonly title: string;
  readonly note?: string;
  readonly created: WebhookWithSecret;
}): VNode {
  const labels = text.webhooks;
  const path = page.links.webhook(webhook.id);
  return (
    <ConsoleLayout page={page} title={title} current="webhooks">
      <h1>{title}</h1>
      <div class="secret">
        <p>
          <strong>{labels.onlyOnce}</strong>
        </p>
        <CopyField id="new-secret" label={labels.secret} value={secret} />
      </div>
      {note !== undefined && <p>{note}</p>}
      <section aria-labelledby="verify">
        <h2 id="verify">{labels.verify}</h2>
        <p>
          {labels.signedAs}{' '}
          <a href={standardUrl} rel="noopener noreferrer">
            {labels.standard}
          </a>
          . {labels.libraries}
        </p>
        <pre class="example">
          <code>{example}</code>
        </pre>
      </section>
      <div class="actions">
        {webhook.disabledReason === null && <TestButton path={path} />}
        <a class="button plain" href={path}>
          {labels.toWebhook}
        </a>
      </div>
    </ConsoleLayout>
  );
}

/** The button that sends a test message. */
export function TestButton({ path }: { readonly path: string }): VNode {
  return (
    <form method="post" action={`${path}/test`}>
      <button type="submit">{text.webhooks.test}</button>
    </form>
  );
}
