import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { lockedVersions } from './install-packages.ts';

/** Another version of Node, with SQLite compiled for it. */
interface OtherNode {
  /** Its binary. */
  readonly binary: string;
  /** Its exact version. */
  readonly version: string;
  /** Environment variables with which programs of this repository use it. */
  readonly environment: NodeJS.ProcessEnv;
}

const inFolder = (folder: string, spec: string, env: NodeJS.ProcessEnv, ...args: string[]) =>
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...args, spec], {
    cwd: folder,
    env,
    stdio: 'inherit',
  });

const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * Installs the newest version of a line of Node, without anything compiled for it.
 *
 * @param line Such as `24`.
 */
export function installBinary(
  line: string,
  folder: string,
): Pick<OtherNode, 'binary' | 'version'> & { readonly folder: string } {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  inFolder(folder, `${packageName}@${line}`, process.env, '--ignore-scripts');
  const node = join(folder, 'node_modules', packageName);
  const { version } = JSON.parse(readFileSync(join(node, 'package.json'), 'utf8'));
  return { binary: join(node, 'bin/node'), version, folder: node };
}

/**
 * Installs the newest version of a line of Node, and compiles SQLite for it where its install script cannot download it.
 *
 * @param line Such as `24`.
 * @param headers The version of Node whose headers it is compiled with. Default: the same.
 */
export function installNode(line: string, folder: string, headers?: string): OtherNode {
  const { binary, version, folder: node } = installBinary(line, folder);
  // Headers are beside the binary.
  const npm_config_nodedir = headers === undefined ? node : join(folder, 'node_modules/headers');
  if (headers !== undefined)
    inFolder(folder, `headers@npm:${packageName}@${headers}`, process.env, '--ignore-scripts');
  const PATH = [join(node, 'bin'), process.env.PATH].join(delimiter);
  const environment = { ...process.env, PATH, npm_config_nodedir };
  inFolder(folder, `better-sqlite3@${lockedVersions()['better-sqlite3']}`, environment);
  const SITEGRADE_SQLITE_BUILD = join(folder, 'node_modules/better-sqlite3/build');
  return { binary, version, environment: { ...environment, SITEGRADE_SQLITE_BUILD } };
}
