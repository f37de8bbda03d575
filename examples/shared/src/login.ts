import { randomUUID } from 'node:crypto';

// Stands for the login of your server. Sessions end with the process.
const passwords = new Map([
  ['ada', 'analytical'],
  ['grace', 'nanoseconds'],
]);
const sessions = new Map<string, string>();

/** Starts a session: the cookie to set, or `undefined` for a wrong name or password. */
export function signIn(name: string, password: string): string | undefined {
  if (passwords.get(name) !== password) return undefined;
  const session = randomUUID();
  sessions.set(session, name);
  return `session=${session}; Path=/; HttpOnly; SameSite=Strict`;
}

/** The user who is signed in, from the cookies of a request. */
export function userOf(cookies: string | undefined): string | undefined {
  const [, session] = /(?:^|; )session=([\w-]+)/.exec(cookies ?? '') ?? [];
  return session === undefined ? undefined : sessions.get(session);
}
