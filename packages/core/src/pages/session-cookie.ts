import type { PageRequest } from '../http/route.ts';
import { findSession } from '../sessions/sessions.ts';
import type { ApiKey } from '../store/api-key.ts';
import { cookieValues, setCookie } from './cookies.ts';
import type { Links } from './links.ts';

const name = 'sitegrade_session';
/** Cookies of the same name for other paths and domains may be sent, too. */
const maxCookies = 3;

/** The session of a request, if it has one that has not ended. */
export async function currentSession(
  request: Pick<PageRequest, 'context' | 'header'>,
): Promise<{ readonly ownerId: string; readonly apiKey: ApiKey } | undefined> {
  for (const token of sessionTokens(request)) {
    const session = await findSession(request.context, token);
    if (session) return session;
  }
  return undefined;
}

/** The tokens of the request's session cookies. */
export function sessionTokens(request: Pick<PageRequest, 'header'>): readonly string[] {
  return cookieValues(request, name).slice(0, maxCookies);
}

/** The header that makes a browser keep the token of a session for the pages of the console. */
export function sessionCookie(
  { token, expiresAt }: { readonly token: string; readonly expiresAt: Date },
  request: Pick<PageRequest, 'baseUrl'>,
  links: Links,
): Readonly<Record<string, string>> {
  return {
    'set-cookie': setCookie({
      name,
      value: token,
      path: links.console,
      expiresAt,
      secure: request.baseUrl().startsWith('https:'),
    }),
  };
}

/** The header that makes a browser forget the token. */
export function endedCookie(
  request: Pick<PageRequest, 'baseUrl'>,
  links: Links,
): Readonly<Record<string, string>> {
  return sessionCookie({ token: '', expiresAt: new Date(0) }, request, links);
}
