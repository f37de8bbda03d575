import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { tlsFile } from '../test/tls-file.ts';
import { inspectPostgres } from './inspect-postgres.ts';
import { listenQueue } from './listen-queue.ts';
import { postgresStore } from './postgres-store.ts';

const connectionString = 'postgres://localhost/app';
const pool = new pg.Pool();
const ended = new pg.Pool();
await ended.end();
const ofPrisma = 'postgres://localhost/app?schema=seo';

it.each<[options: unknown, message: string]>([
  [undefined, 'options must be an object.'],
  [null, 'options must be an object.'],
  [connectionString, 'options must be an object.'],
  [{}, 'options must have connectionString or pool.'],
  [{ connectionString: '' }, 'connectionString must be a non-empty string'],
  [{ connectionString: 5 }, 'connectionString must be a non-empty string'],
  [{ connectionString: null }, 'connectionString must be a non-empty string'],
  [
    { connectionString: 'postgres://user:p/w@localhost/app' },
    'connectionString must be like postgres://user:password@host:5432/database.',
  ],
  [
    { connectionString: 'postgres://user:%ff@localhost/app' },
    'connectionString must be like postgres://user:password@host:5432/database.',
  ],
  [{ connectionString, max: 5 }, 'max is not an option. The options are connectionString, pool,'],
  [
    { connectionstring: connectionString },
    'connectionstring is not an option. Did you mean connectionString?',
  ],
  [{ pool: {} }, 'pool must be a Pool of pg.'],
  [{ pool: null }, 'pool must be a Pool of pg.'],
  [{ pool: new pg.Client().connect }, 'pool must be a Pool of pg.'],
  [{ pool: new pg.Client() }, 'pool must be a Pool of pg, and not a Client: pass new pg.Pool(…).'],
  [{ pool: ended }, 'pool must be a Pool of pg that has not been ended.'],
  [
    { connectionString: ofPrisma },
    'connectionString has the parameter schema of Prisma, which pg ignores: replace it by options=-c%20search_path%3Dapp for',
  ],
  [{ pool: new pg.Pool({ connectionString: ofPrisma }) }, 'pool has the parameter schema of'],
  [{ connectionString, pool }, 'options must have connectionString or pool, not both.'],
  [{ pool, maxConnections: 5 }, 'options must not have maxConnections with pool'],
  [{ connectionString, maxConnections: 0 }, 'maxConnections must be an integer from 1 to 10000.'],
  [{ connectionString, maxConnections: 1.5 }, 'maxConnections must be an integer from 1 to 10000.'],
  [{ connectionString, schema: '' }, 'schema must be a name of 1 to 63 bytes.'],
  [{ connectionString, schema: 'é'.repeat(32) }, 'schema must be a name of 1 to 63 bytes.'],
  [{ connectionString, preparedStatements: 'no' }, 'preparedStatements must be a boolean.'],
])('%j is refused by name', (options, message) => {
  expect(() => postgresStore(options as never)).toThrow(TypeError);
  expect(() => postgresStore(options as never)).toThrow(`postgresStore: ${message}`);
});

it.each<[text: string, message: string]>([
  ...['"', "'", '`', '“'].map((quote): [string, string] => [
    `${quote}postgres://user:hunter2@localhost/app${quote}`,
    'must not be in quotes: remove them.',
  ]),
  ...[' postgres://localhost/app', 'postgres://localhost/app\n'].map((text): [string, string] => [
    text,
    'must not begin or end with white space, such as the line break of a file.',
  ]),
  [
    'host=localhost dbname=app password=hunter2',
    'must be like postgres://user:password@host:5432/database, without a name and "="',
  ],
  [
    'DATABASE_URL=postgres://localhost/app',
    'must be like postgres://user:password@host:5432/database, without a name and "="',
  ],
  ['app', 'must begin with postgres:// or postgresql://, and be like postgres://user:password@'],
  ['localhost:5432/app', 'must begin with postgres://'],
  ['//user:hunter2@localhost/app', 'must begin with postgres://'],
  ['mysql://user:hunter2@localhost/app', 'must begin with postgres://'],
  ['postgres:app', 'must begin with postgres://'],
  ["psql 'postgres://user:hunter2@localhost/app", 'must begin with postgres://'],
  [
    '/data/sitegrade.sqlite',
    'must be like postgres://user:password@host:5432/database, not a file',
  ],
  ['postgres://localhost/app sslmode=require', 'must not contain white space'],
  ['postgres://localhost/app?\tsslmode=require', 'must not contain white space'],
  ...['hunter2/', 'hunter2#', '1#hunter2', '1/hunter2', '1?hunter2', '%ff'].map(
    (password): [string, string] => [
      `postgres://user:${password}@localhost/app`,
      'must be like postgres://user:password@host:5432/database. Percent-encode special characters',
    ],
  ),
  ['postgres://localhost:99999/app', 'must be like postgres://user:password@host:5432/database.'],
  ['postgres://localhost/app?port=none', 'must have a port from 1 to 65535.'],
  ['postgres://first,second/app', 'must name one host: pg does not try several.'],
  [
    'postgres://localhost/app?sslnegotiation=none',
    'is not supported by pg: Invalid sslnegotiation',
  ],
  ...['sslrootcert', 'sslcert', 'sslkey'].map((name): [string, string] => [
    `postgres://user:hunter2@localhost/app?sslmode=verify-full&${name}=/nowhere/file.pem`,
    `has the parameter ${name}, whose file "/nowhere/file.pem" cannot be read: ENOENT`,
  ]),
])('%j is not a connection string, for any function', async (text, message) => {
  const error = expect.objectContaining({
    name: 'TypeError',
    message: expect.stringMatching(/^(?!.*hunter2)/),
  });
  for (const open of [postgresStore, listenQueue]) {
    expect(() => open({ connectionString: text })).toThrow(error);
    expect(() => open({ connectionString: text })).toThrow(`: connectionString ${message}`);
  }
  await expect(inspectPostgres(text)).rejects.toThrow(
    `inspectPostgres: connectionString ${message}`,
  );
});

it.each([
  ['sslrootcert', 'must be certificates in PEM: '],
  ['sslcert', 'must be certificates in PEM: '],
  ['sslkey', 'must be a key without a passphrase in PEM: '],
])('a file of %s is read', async (name, message) => {
  const folder = await mkdtemp(join(tmpdir(), 'sitegrade-tls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'file.pem');
  writeFileSync(file, 'text');
  const open = () => postgresStore({ connectionString: `${connectionString}?${name}=${file}` });
  expect(open).toThrow(`has the parameter ${name}, whose file "${file}" ${message}`);
});

it.each([
  [`sslcert=${tlsFile('client.pem')}`, 'must have both of the parameters sslcert and sslkey'],
  [
    `sslcert=${tlsFile('client.pem')}&sslkey=${tlsFile('server.key')}`,
    'has the parameters sslcert and sslkey, whose files do not belong together: ',
  ],
])('a certificate needs its key: %s', (parameters, message) => {
  const open = () => postgresStore({ connectionString: `${connectionString}?${parameters}` });
  expect(open).toThrow(message);
});

it.each([
  'postgres://localhost/app',
  'postgres://localhost',
  `postgres://localhost/app?sslcert=${tlsFile('client.pem')}&sslkey=${tlsFile('client.key')}`,
  'postgresql://user:pass@localhost:5432/app?sslmode=disable',
  'postgres://user:p@ss@[::1]:5432/app?',
  'postgres://user:pass@/app?host=/var/run/postgresql',
  'postgres://localhost/app?options=-c search_path=seo',
  'postgres://localhost/app?options=-c%20search_path%3Dseo&user=ann@server',
  '/var/run/postgresql app',
  'socket:/var/run/postgresql?db=app',
])('%s is a connection string', async (text) => {
  await postgresStore({ connectionString: text }).close();
});

it('a schema of Prisma may be the one that is passed', async () => {
  await postgresStore({ connectionString: ofPrisma, schema: 'seo' }).close();
});
