import pg from 'pg';
import { expect, it } from 'vitest';
import { postgresStore } from './postgres-store.ts';

const connectionString = 'postgres://localhost/app';
const pool = new pg.Pool();

it.each<[options: unknown, message: string]>([
  [undefined, 'options must be an object.'],
  [null, 'options must be an object.'],
  [connectionString, 'options must be an object.'],
  [{}, 'options must have connectionString or pool.'],
  [{ connectionString: '' }, 'connectionString must be a non-empty string'],
  [{ connectionString: 5 }, 'connectionString must be a non-empty string'],
  [{ connectionString: null }, 'connectionString must be a non-empty string'],
  [
    { connectionString: 'mysql://localhost/app' },
    'connectionString must be like postgres://user:password@host:5432/database.',
  ],
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

it.each([
  'postgres://localhost/app',
  'postgresql://user:pass@localhost:5432/app?sslmode=disable',
  'postgres://user:pass@/app?host=/var/run/postgresql',
  '/var/run/postgresql app',
  'socket:/var/run/postgresql?db=app',
  'postgres://localhost/app?sslrootcert=/nowhere/ca.pem',
])('%s is a connection string', async (text) => {
  await postgresStore({ connectionString: text }).close();
});

it('does not repeat an invalid connection string', () => {
  const connectionString = 'postgres://user:hunter2/@localhost/app';
  expect(() => postgresStore({ connectionString })).toThrow(/^(?!.*hunter2)/);
});
