import { chmodSync, chownSync, copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';
import { tlsFile } from './tls-file.ts';

/** By database: who may connect with TLS, with a client certificate, and without. */
const rules = `
hostssl with_certificate all all cert
hostssl with_tls all all password
hostnossl without_tls all all password
host postgres all all password
`;

/** A server that takes TLS, on IPv4 and IPv6. */
export interface TlsPostgres extends RunningPostgres {
  /** The URL of a database, and the parameters of TLS. */
  readonly url: (
    database: 'with_certificate' | 'with_tls' | 'without_tls',
    parameters?: Readonly<Record<string, string>>,
    host?: string,
  ) => string;
  /** A connection of the server's administrator. */
  readonly admin: pg.Client;
}

/** Starts a Postgres server with the certificate of `tls/server.pem`. */
export async function startTlsPostgres(): Promise<TlsPostgres> {
  const server = await startPostgres('-h', '127.0.0.1,::1');
  const admin = new pg.Client({ connectionString: server.connectionString });
  admin.on('error', () => {});
  await admin.connect();
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
  const folder = rows[0]?.data_directory ?? '';
  const { uid, gid } = statSync(folder);
  const files = { 'server.crt': 'server.pem', 'server.key': 'server.key', 'root.crt': 'ca.pem' };
  for (const [name, source] of Object.entries(files)) {
    const file = join(folder, name);
    copyFileSync(tlsFile(source), file);
    chmodSync(file, 0o600);
    chownSync(file, uid, gid);
  }
  for (const database of ['with_certificate', 'with_tls', 'without_tls']) {
    await admin.query(`create database ${database}`);
  }
  writeFileSync(join(folder, 'pg_hba.conf'), rules);
  await admin.query("alter system set ssl_ca_file = 'root.crt'");
  await admin.query('alter system set ssl = on');
  await admin.query('select pg_reload_conf()');
  return {
    ...server,
    admin,
    url(database, parameters = {}, host = '127.0.0.1') {
      const url = new URL(server.connectionString);
      url.hostname = host;
      url.pathname = `/${database}`;
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    async remove() {
      await admin.end();
      await server.remove();
    },
  };
}
