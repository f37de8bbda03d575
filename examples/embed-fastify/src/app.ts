import { randomUUID } from 'node:crypto';
import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import type { NetworkOptions } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import type { Database } from 'better-sqlite3';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';

// Replaces the login of your server. Sessions end with the process.
const passwords = new Map([
  ['ada', 'analytical'],
  ['grace', 'nanoseconds'],
]);
const sessions = new Map<string, string>();

/**
 * Creates the server of an agency: users sign in and keep a list of clients.
 *
 * @param database The server's own database; sitegrade adds its tables to it.
 */
export async function createApp(
  database: Database,
  network: NetworkOptions,
): Promise<FastifyInstance> {
  database.exec('create table if not exists clients (user text, name text, url text)');

  const app = Fastify();
  app.setErrorHandler<FastifyError>((error, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ agency: error.message }),
  );
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ agency: 'Not here.' }));

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, form, done) => done(null, Object.fromEntries(new URLSearchParams(String(form)))),
  );
  app.get('/login', (_request, reply) => reply.type('text/html; charset=utf-8').send(loginForm));
  app.post<{ Body: Strings<'name' | 'password'> }>(
    '/login',
    strings('name', 'password'),
    async ({ body }, reply) => {
      const cookie = signIn(body.name, body.password);
      if (cookie === undefined) return reply.code(401).send({ agency: 'Wrong name or password.' });
      return reply.header('set-cookie', cookie).redirect('/sitegrade', 303);
    },
  );
  app.get('/clients', async (request) =>
    database.prepare('select name, url from clients where user = ?').all(signedIn(request)),
  );
  app.post<{ Body: Strings<'name' | 'url'> }>(
    '/clients',
    strings('name', 'url'),
    async (request, reply) => {
      const { name, url } = request.body;
      const insert = database.prepare('insert into clients (user, name, url) values (?, ?, ?)');
      insert.run(signedIn(request), name, url);
      return reply.code(201).send({ name, url });
    },
  );

  // sitegrade, from here …
  const store = sqliteStore({ database });
  await store.migrate();
  app.register(sitegradePlugin, {
    store,
    network,
    docs: true,
    worker: true,
    authenticate: userOf,
    pages: { name: 'Agency', loginUrl: '/login' },
  });
  // … to here, and the two imports.

  return app;
}

const loginForm = `<!doctype html><html lang="en"><title>Agency: sign in</title>
<form method="post"><label>Name <input name="name" required></label>
<label>Password <input name="password" type="password" required></label>
<button>Sign in</button></form>`;

/** A body with these string members. */
type Strings<Name extends string> = Readonly<Record<Name, string>>;

/** A schema that requires these string members in the body. */
function strings(...names: string[]) {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return { schema: { body: { type: 'object', required: names, properties } } };
}

/** Starts a session: the cookie to set, or `undefined` for a wrong name or password. */
function signIn(name: string, password: string): string | undefined {
  if (passwords.get(name) !== password) return undefined;
  const session = randomUUID();
  sessions.set(session, name);
  // Lax: a link to a report in an email must find its owner signed in.
  return `session=${session}; Path=/; HttpOnly; SameSite=Lax`;
}

/** The user who sent a request; `undefined` if no one is signed in. */
function userOf(request: FastifyRequest): string | undefined {
  const [, session = ''] = /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  return sessions.get(session);
}

/** The same, but throws a 401 if no one is signed in. */
function signedIn(request: FastifyRequest): string {
  const user = userOf(request);
  if (user === undefined) throw Object.assign(new Error('Please sign in.'), { statusCode: 401 });
  return user;
}
