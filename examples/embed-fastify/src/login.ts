import { randomUUID } from 'node:crypto';

// Stands for the login that your server has. Sessions end with the process.
const passwords = new Map([
  ['ada', 'analytical'],
  ['grace', 'nanoseconds'],
]);
const sessions = new Map<string, string>();

/** Begins a session: the cookie to set, `undefined` where the name or the password is wrong. */
export function signIn(name: string, password: string): string | undefined {
  if (passwords.get(name) !== password) return undefined;
  const session = randomUUID();
  sessions.set(session, name);
  return `session=${session}; Path=/; HttpOnly; SameSite=Strict`;
}

/** Who is signed in, by the cookies of a request. */
export function userOf(cookies: string | undefined): string | undefined {
  const [, session] = /(?:^|; )session=([\w-]+)/.exec(cookies ?? '') ?? [];
  return session === undefined ? undefined : sessions.get(session);
}
