import pg from 'pg';
import { expect, it } from 'vitest';
import { postgresStore } from './postgres-store.ts';

const connectionString = 'postgres://localhost/app';
const pool = new pg.Pool();

it.each<[options: unknown, message: string]>([
  [undefined, 'connectionString'],
  [null, 'connectionString'],
  [{}, 'connectionString'],
  [connectionString, 'connectionString'],
  [{ connectionString: '' }, 'connectionString'],
  [{ connectionString: 5 }, 'connectionString'],
  [{ connectionString: null }, 'connectionString'],
  [{ connectionString: 'mysql://localhost/app' }, 'connectionString'],
  [{ connectionString: 'postgres://user:p/w@localhost/app' }, 'connectionString'],
  [{ connectionString: 'postgres://user:%ff@localhost/app' }, 'connectionString'],
  [{ connectionString, max: 5 }, 'option max is unknown'],
  [{ pool: {} }, 'pool'],
  [{ pool: null }, 'pool'],
  [{ pool: new pg.Client().connect }, 'pool'],
  [{ connectionString, pool }, 'not both'],
  [{ pool, maxConnections: 5 }, 'maxConnections'],
  [{ connectionString, maxConnections: 0 }, 'maxConnections'],
  [{ connectionString, maxConnections: 1.5 }, 'maxConnections'],
  [{ connectionString, schema: '' }, 'schema'],
  [{ connectionString, schema: 'é'.repeat(32) }, 'schema'],
  [{ connectionString, preparedStatements: 'no' }, 'preparedStatements'],
])('%j is refused by name', (options, message) => {
  expect(() => postgresStore(options as never)).toThrow(TypeError);
  expect(() => postgresStore(options as never)).toThrow(message);
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

it('does not repeat a connection string that it cannot read', () => {
  const connectionString = 'postgres://user:hunter2/@localhost/app';
  expect(() => postgresStore({ connectionString })).toThrow(/^(?!.*hunter2)/);
});

it('a string is no options', () => {
  expect(() => postgresStore('abc' as never)).toThrow(TypeError);
});
