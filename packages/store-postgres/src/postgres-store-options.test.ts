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

it('a string is no options', () => {
  expect(() => postgresStore('abc' as never)).toThrow(TypeError);
});
