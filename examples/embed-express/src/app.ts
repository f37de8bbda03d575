import { randomUUID } from 'node:crypto';
import { type SitegradeRouter, sitegradeRouter } from '@sitegrade/adapter-express';
import { createContext, issueApiKey, type NetworkOptions, type Store } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import express, { type ErrorRequestHandler, type Express, type Request } from 'express';

// Replaces the login of your server. Sessions end with the process.
const passwords = new Map([
  ['ada', 'analytical'],
  ['grace', 'nanoseconds'],
]);
const sessions = new Map<string, string>();

/** A server, and what to close with it. */
export interface App {
  readonly app: Express;
  readonly seo: SitegradeRouter;
  readonly store: Store;
}

/** Creates the server of a site builder: users sign in and publish sites. */
export async function createApp(filename: string, network: NetworkOptions): Promise<App> {
  const sites = new Map<string, string[]>();

  const app = express();
  app.use(express.json());
  app.post('/login', (request, response) => {
    const cookie = signIn(request.body?.name, request.body?.password);
    if (cookie === undefined) {
      response.status(401).json({ builder: 'Wrong name or password.' });
      return;
    }
    response.status(204).set('set-cookie', cookie).end();
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
  const seo = sitegradeRouter({ store, network, docs: true });
  app.use('/seo', seo);

  const context = createContext({ store });
  app.post('/api-keys', async (request, response) => {
    const { key } = await issueApiKey(context, signedIn(request), { name: 'my key' });
    response.status(201).json({ key });
  });
  // … to here, and the three imports. `main.ts` closes both.

  app.use((_request, response) => {
    response.status(404).json({ builder: 'Not here.' });
  });
  app.use(sendError);
  return { app, seo, store };
}

const sendError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  response.status(error.status ?? 500).json({ builder: error.message });
};

/** Starts a session: the cookie to set, or `undefined` for a wrong name or password. */
function signIn(name: string, password: string): string | undefined {
  if (passwords.get(name) !== password) return undefined;
  const session = randomUUID();
  sessions.set(session, name);
  return `session=${session}; Path=/; HttpOnly; SameSite=Strict`;
}

/** The user who sent a request. Throws a 401 if no one is signed in. */
function signedIn(request: Request): string {
  const [, session = ''] = /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  const user = sessions.get(session);
  if (user === undefined) throw Object.assign(new Error('Please sign in.'), { status: 401 });
  return user;
}
