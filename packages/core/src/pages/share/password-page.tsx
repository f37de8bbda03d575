import type { VNode } from 'preact';
import { english as text } from '../english.ts';
import { Layout, type PageContext } from '../layout.tsx';

/** The form for the password of a website. It does not reveal which website it is. */
export function PasswordPage({
  error,
  ...page
}: PageContext & { error?: string | undefined }): VNode {
  const labels = text.password;
  return (
    <Layout {...page} title={labels.title}>
      <section class="message">
        <h1>{labels.title}</h1>
        <p>{labels.text}</p>
        <form method="post" data-busy={labels.opening}>
          <label for="password">{labels.label}</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            autofocus
            aria-invalid={error === undefined ? undefined : 'true'}
            aria-describedby={error === undefined ? undefined : 'password-error'}
          />
          {error !== undefined && (
            <p class="error" id="password-error" role="alert">
              {error}
            </p>
          )}
          <div class="actions">
            <button type="submit">{labels.open}</button>
          </div>
        </form>
      </section>
    </Layout>
  );
}
