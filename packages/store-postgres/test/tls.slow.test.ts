import { newReport } from '@sitegrade/testing';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { inspectPostgres, listenQueue, postgresStore } from '../src/index.ts';
import { startTlsPostgres, type TlsPostgres } from './start-tls-postgres.ts';
import { tlsFile } from './tls-file.ts';

let server: TlsPostgres;
beforeAll(async () => {
  server = await startTlsPostgres();
});
afterAll(() => server.remove());

const sslrootcert = tlsFile('ca.pem');
const ofClient = { sslcert: tlsFile('client.pem'), sslkey: tlsFile('client.key') };
const full = { sslmode: 'verify-full', sslrootcert };
/** The sslmode of libpq. */
const libpq = { uselibpqcompat: 'true' };

it.each<[string, ...Parameters<TlsPostgres['url']>]>([
  ['verify-full', 'with_tls', full],
  ['verify-full over IPv6', 'with_tls', full, '[::1]'],
  ['require, which pg takes for verify-full', 'with_tls', { sslmode: 'require', sslrootcert }],
  ['require of libpq', 'with_tls', { ...libpq, sslmode: 'require' }],
  ['verify-ca of libpq', 'with_tls', { ...libpq, sslmode: 'verify-ca', sslrootcert }, 'localhost'],
  ['no-verify', 'with_tls', { sslmode: 'no-verify' }],
  ['direct TLS', 'with_tls', { ...full, sslnegotiation: 'direct' }],
  ['a client certificate', 'with_certificate', { ...full, ...ofClient }],
  ['no TLS over IPv6', 'without_tls', {}, '[::1]'],
])('the store and the queue connect with %s', async (_name, database, ...rest) => {
  const connectionString = server.url(database, ...rest);
  const store = postgresStore({ connectionString, schema: 'seo' });
  onTestFinished(() => store.close());
  await store.migrate();
  const report = await store.reports.create(newReport());
  expect(await store.reports.find('owner-1', report.id)).toEqual(report);
  const queue = listenQueue({ connectionString });
  onTestFinished(() => queue.close());
  await queue.listen();
  await queue.announce(1);
  await queue.wait(new AbortController().signal);
  expect(await inspectPostgres(connectionString)).toMatchObject({ keepsPrepared: true });
  const { rows } = await server.admin.query(
    'select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where datname = $1',
    [database],
  );
  expect(rows).toEqual([{ ssl: database !== 'without_tls' }]);
});

it.each<[string, string, ...Parameters<TlsPostgres['url']>]>([
  [
    'an unknown authority',
    'The certificate of the database server is not trusted: self-signed certificate in certificate chain. Name the authority that issued it with sslrootcert=',
    'with_tls',
    { sslmode: 'verify-full' },
  ],
  [
    'another authority',
    'The certificate of the database server is not trusted: self-signed certificate in',
    'with_tls',
    {
      sslmode: 'verify-full',
      sslrootcert: tlsFile('../../../audit/src/fetch/fixtures/tls/ca.pem'),
    },
  ],
  [
    'another host',
    'The certificate of the database server is not trusted: Hostname/IP does not match',
    'with_tls',
    full,
    'localhost',
  ],
  ['no certificate of the client', 'requires a valid client', 'with_certificate', full],
  ['no TLS where the server requires it', 'no encryption', 'with_tls'],
  ['TLS where the server refuses it', 'SSL encryption', 'without_tls', full],
])('%s is an error at the start, and not an outage', async (_name, message, ...rest) => {
  const store = postgresStore({ connectionString: server.url(...rest) });
  onTestFinished(() => store.close());
  await expect(store.migrate()).rejects.toThrow(message);
});

it('a server without TLS is an error at the start', async () => {
  const url = new URL(inject('postgres'));
  url.searchParams.set('sslmode', 'verify-full');
  const store = postgresStore({ connectionString: url.href });
  onTestFinished(() => store.close());
  await expect(store.migrate()).rejects.toThrow('The server does not support SSL connections');
});
