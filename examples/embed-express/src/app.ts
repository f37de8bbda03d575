import { randomUUID } from 'node:crypto';
import { type SitegradeRouter, sitegradeRouter } from '@sitegrade/adapter-express';
import type { NetworkOptions, Store } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import express, { type ErrorRequestHandler, type Express, type Request } from 'express';

// Replaces the login of your server. Sessions end with the process.
const passwords = new Map([
  ['ada', 'analytical'],
  ['grace', 'nanoseconds'],
]);
const sessions = new Map<string, string>();

/** A server, and what to close with it. */
interface App {
  readonly app: Express;
  readonly seo: SitegradeRouter;
  readonly store: Store;
}

/** Creates the server of a site builder: users sign in and publish sites. */
export async function createApp(filename: string, network: NetworkOptions): Promise<App> {
  const sites = new Map<string, string[]>();

  const app = express();
  app.use(express.json(), express.urlencoded());
  app.get('/login', (_request, response) => {
    response.type('html').send(loginForm);
  });
  app.post('/login', (request, response) => {
    const cookie = signIn(request.body?.name, request.body?.password);
    if (cookie === undefined) {
      response.status(401).json({ builder: 'Wrong name or password.' });
      return;
    }
    response.set('set-cookie', cookie).redirect(303, '/seo/sitegrade');
  });
  app.get('/sites', (request, response) => {
    response.json(sites.get(signedIn(request)) ?? []);
  });
  app.post('/sites', (request, response) => {
    const url = String(request.body?.url);
    const user = signedIn(request);
    sites.set(user, [...(sites.get(user) ?? []), url]);
    response.status(201).json({ url });
  });

  // sitegrade, from here …
  const store = sqliteStore({ filename });
  await store.migrate();
  const seo = sitegradeRouter({
    store,
    network,
    docs: true,
    worker: true,
    authenticate: userOf,
    pages: { name: 'Site builder', loginUrl: '/login' },
  });
  app.use('/seo', seo);
  // … to here, and the two imports. `main.ts` closes both.

  app.use((_request, response) => {
    response.status(404).json({ builder: 'Not here.' });
  });
  app.use(sendError);
  return { app, seo, store };
}

const loginForm = `<!doctype html><html lang="en"><title>Site builder: sign in</title>
<form method="post"><label>Name <input name="name" required></label>
<label>Password <input name="password" type="password" required></label>
<button>Sign in</button></form>`;

const sendError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  response.status(error.status ?? 500).json({ builder: error.message });
};

/** Starts a session: the cookie to set, or `undefined` for a wrong name or password. */
function signIn(name: string, password: string): string | undefined {
  if (passwords.get(name) !== password) return undefined;
  const session = randomUUID();
  sessions.set(session, name);
  // Lax: a link to a report in an email must find its owner signed in.
  return `session=${session}; Path=/; HttpOnly; SameSite=Lax`;
}

/** The user who sent a request; `undefined` if no one is signed in. */
function userOf(request: Request): string | undefined {
  const [, session = ''] = /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  return sessions.get(session);
}

/** The same, but throws a 401 if no one is signed in. */
function signedIn(request: Request): string {
  const user = userOf(request);
  if (user === undefined) throw Object.assign(new Error('Please sign in.'), { status: 401 });
  return user;
}
