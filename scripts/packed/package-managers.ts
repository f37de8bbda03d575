import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedVersions, type OtherPackages, sqliteBuild } from './install-packages.ts';
import { runNode } from './run-node.ts';

type Environment = Readonly<Record<string, string>>;

/** A package manager that gives packages only what they declare, in a folder without its `node_modules`. */
export interface PackageManager {
  readonly name: string;
  /** Its package, in the version that is tried. */
  readonly package: string;
  /** Its program, from `node_modules`. */
  readonly program: string;
  /** The files of a project beside `package.json`, with these packages in all places. */
  readonly files: (overrides: OtherPackages) => Readonly<Record<string, string>>;
  /** What `package.json` has more. */
  readonly manifest: (overrides: OtherPackages) => object;
  /** What Node needs to find the packages of a project. */
  readonly environment: (project: string) => Environment;
  /** What messages say installs a package. */
  readonly install: string;
}

export const packageManagers: readonly PackageManager[] = [
  {
    name: 'pnpm',
    package: 'pnpm@12.21.0',
    program: 'pnpm/bin/pnpm.mjs',
    // JSON is YAML, too.
    files: (overrides) => ({
      'pnpm-workspace.yaml': JSON.stringify({
        overrides,
        allowBuilds: { 'better-sqlite3': true },
      }),
    }),
    manifest: () => ({}),
    environment: () => ({}),
    install: 'pnpm add',
  },
  {
    name: 'yarn',
    package: '@yarnpkg/cli-dist@4.18.1',
    program: '@yarnpkg/cli-dist/bin/yarn.js',
    files: () => ({
      '.yarnrc.yml': JSON.stringify({
        nodeLinker: 'pnp',
        enableTelemetry: false,
        // Otherwise it installs nothing new with `CI=true`.
        enableImmutableInstalls: false,
        npmRegistryServer: text('npm', ['config', 'get', 'registry']),
      }),
      // Makes the folder a project, regardless of what is above it.
      'yarn.lock': '',
    }),
    manifest: (overrides) => ({
      resolutions: overrides,
      dependenciesMeta: { 'better-sqlite3': { built: true } },
    }),
    environment: (project) => ({
      NODE_OPTIONS: `--require ${join(project, '.pnp.cjs')} --experimental-loader ${join(project, '.pnp.loader.mjs')}`,
    }),
    install: 'yarn add',
  },
];

/** A project with installed packages. */
export interface Project {
  readonly folder: string;
  readonly environment: Environment;
  /** The program of the package manager, and what runs a command of an installed package with it. */
  readonly exec: readonly string[];
}

/** Installs a package manager. */
export function installManager({ package: spec, program }: PackageManager, folder: string): string {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', spec];
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });
  return join(folder, 'node_modules', program);
}

/** What {@link installWithManager} needs. */
interface Installation {
  readonly manager: PackageManager;
  /** The program of the package manager. */
  readonly program: string;
  /** Environment variables of install scripts. */
  readonly environment: Environment;
  readonly dependencies: OtherPackages;
  /** Packed packages, also where others depend on them. */
  readonly tarballs: OtherPackages;
}

/** Creates a project and installs packages into it, with the versions of this repository's lockfile. */
export async function installWithManager(
  folder: string,
  { manager, program, environment, dependencies, tarballs }: Installation,
): Promise<Project> {
  const overrides = { ...lockedVersions(), ...tarballs };
  const manifest = { private: true, type: 'module', dependencies, ...manager.manifest(overrides) };
  mkdirSync(folder);
  for (const [name, content] of Object.entries({
    'package.json': JSON.stringify(manifest, null, 2),
    ...manager.files(overrides),
  })) {
    writeFileSync(join(folder, name), content);
  }
  await runNode(folder, [program, 'install'], environment);
  return { folder, environment: manager.environment(folder), exec: [program, 'exec'] };
}

/**
 * Writes the compiled part of SQLite as its install script downloads it, which then does not compile it again.
 *
 * @returns The variable that names the folder.
 */
export function prebuiltSqlite(folder: string): Environment {
  const { platform, arch, versions } = process;
  const name = `better-sqlite3-v${lockedVersions()['better-sqlite3']}-node-v${versions.modules}-${platform}-${arch}.tar.gz`;
  const binary = 'build/Release/better_sqlite3.node';
  mkdirSync(folder);
  execFileSync('tar', ['czf', join(folder, name), '-C', join(sqliteBuild, '..'), binary]);
  return { npm_config_better_sqlite3_local_prebuilds: folder };
}

function text(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8' }).trim();
}
