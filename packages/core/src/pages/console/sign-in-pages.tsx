import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { PageRequest } from '../../http/route.ts';
import { endSession, startSession } from '../../sessions/sessions.ts';
import { english as text } from '../english.ts';
import { Layout, type PageContext } from '../layout.tsx';
import { definePage, pageNotFound } from '../page-route.ts';
import { pageResponse, seeOther } from '../respond.ts';
import { currentSession, endedCookie, sessionCookie, sessionTokens } from '../session-cookie.ts';
import { doneOf, doneQuery } from './done.ts';
import { Field, FormView } from './field.tsx';
import { formText } from './form.ts';
import { safeNext } from './next-path.ts';

const signInPage = definePage({
  method: 'GET',
  path: '/sign-in',
  operationId: 'consoleSignInForm',
  summary: 'Show the form to sign in to the console',
  async respond(request, page) {
    requireKeyLogin(request);
    const query = new URLSearchParams(request.rawQuery);
    const next = safeNext(query.get('next'), page.links.console);
    if (await currentSession(request)) return seeOther(next);
    return signInForm(page, { next, done: doneOf(query) });
  },
});

const startPage = definePage({
  method: 'POST',
  path: '/sign-in',
  operationId: 'consoleSignIn',
  summary: 'Sign in to the console',
  async respond(request, page) {
    requireKeyLogin(request);
    const { context } = request;
    const sent = await request.form();
    const next = safeNext(formText(sent, 'next'), page.links.console);
    try {
      const session = await startSession(context, formText(sent, 'key'));
      return seeOther(next, sessionCookie(session, request, page.links));
    } catch (error) {
      if (!isSitegradeError(error) || error.code !== 'unauthorized') throw error;
      return signInForm(page, { next, issue: text.console.wrongKey });
    }
  },
});

const signOutPage = definePage({
  method: 'POST',
  path: '/sign-out',
  operationId: 'consoleSignOut',
  summary: 'Sign out of the console',
  async respond(request, { links }) {
    requireKeyLogin(request);
    for (const token of sessionTokens(request)) await endSession(request.context, token);
    return seeOther(
      links.consolePage('/sign-in') + doneQuery('signed_out'),
      endedCookie(request, links),
    );
  },
});

/** The pages to sign in with an API key, and to sign out. */
export const signInPages = [signInPage, startPage, signOutPage] as const;

/** With a login of the host there is nothing to sign in to here. */
function requireKeyLogin({ login }: Pick<PageRequest, 'login'>): void {
  if (login !== undefined) throw pageNotFound();
}

function signInForm(
  { settings, links }: PageContext,
  {
    next,
    done,
    issue,
  }: { readonly next: string; readonly done?: string | undefined; readonly issue?: string },
) {
  const labels = text.console;
  return pageResponse(
    issue === undefined ? 200 : 401,
    <Layout settings={settings} links={links} title={labels.signIn}>
      <section class="message">
        {done !== undefined && (
          <p class="done" role="status">
            {done}
          </p>
        )}
        <h1>{labels.signIn}</h1>
        <p>{labels.signInText}</p>
        <FormView
          action={links.consolePage('/sign-in')}
          busy={labels.signingIn}
          button={labels.signIn}
        >
          {next !== links.console && <input type="hidden" name="next" value={next} />}
          <Field
            name="key"
            label={labels.apiKey}
            issue={issue}
            type="password"
            autocomplete="current-password"
            spellcheck={false}
            required
            autofocus
          />
        </FormView>
      </section>
    </Layout>,
  );
}
