import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../packages/store-postgres/test/start-postgres.ts';

/** A running PgBouncer. */
interface PgBouncer {
  /** The database `postgres` of the server, through it. */
  readonly connectionString: string;
  /** The same over a single connection to the server, so that it has the statements of every client before. */
  readonly narrow: string;
  stop(): Promise<void>;
}

// Debian has it in a folder of the administrator.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/**
 * Installs Debian's package of PgBouncer if it is missing.
 *
 * @throws Error that says how to install it, if that is not possible here.
 */
export function requirePgBouncer(): void {
  const run = (file: string, ...args: readonly string[]) =>
    spawnSync(file, args, { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' }, encoding: 'utf8' });
  const version = () => run('pgbouncer', '--version').stdout?.split('\n')[0];
  if (!version()) {
    if (process.getuid?.() !== 0)
      throw new Error(`PgBouncer is missing, and only root can install it: ${byHand}`);
    const installed = run('apt-get', 'install', '--yes', '--no-install-recommends', 'pgbouncer');
    if (installed.status !== 0 || !version()) {
      const reason = installed.error?.message ?? installed.stderr;
      throw new Error(`PgBouncer is missing, and could not be installed: ${byHand}\n${reason}`);
    }
  }
  console.log(version());
}

const byHand = 'apt-get update && apt-get install pgbouncer';

/** Starts PgBouncer in transaction mode before a Postgres, with three connections to it. */
export async function startPgBouncer({
  hostname,
  port,
  username,
  password,
}: URL): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-pgbouncer-'));
  const listenPort = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  writeFileSync(
    settings,
    `[databases]
postgres = host=${hostname} port=${port} dbname=postgres
narrow = host=${hostname} port=${port} dbname=postgres pool_size=1
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 3
`,
  );
  chmodSync(folder, 0o755);
  // It does not run as root, the user of scripts in containers.
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn('pgbouncer', [...asUser, settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'exit');
  await untilListening(child, listenPort);
  if (child.exitCode !== null) throw new Error(`pgbouncer did not start: ${output}`);
  const base = `postgres://${username}:${password}@127.0.0.1:${listenPort}`;
  return {
    connectionString: `${base}/postgres`,
    narrow: `${base}/narrow`,
    async stop() {
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the port accepts connections, or the process has ended. */
async function untilListening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
}
