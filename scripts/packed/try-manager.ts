import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { compile } from './compile.ts';
import { copyConsumers } from './copy-consumers.ts';
import { otherPackages, tarballsOf } from './install-packages.ts';
import type { PublishedPackage } from './pack-packages.ts';
import {
  installManager,
  installWithManager,
  type PackageManager,
  type Project,
  prebuiltSqlite,
} from './package-managers.ts';
import { writeQuickStarts } from './quick-starts.ts';
import { runNode } from './run-node.ts';
import { runQuickStart } from './run-quick-start.ts';

/** The READMEs whose servers are started, which are those of both frameworks on SQLite. */
const readmes = ['README.md', 'packages/adapter-express/README.md'];

/**
 * Installs the packages with a package manager, and uses them: the types of every entry point, every entry point as
 * CommonJS, the servers of the READMEs, and the command with and without the packages that it may load.
 *
 * @param folder A folder for the projects.
 * @param page A page to analyse.
 */
export async function tryManager(
  manager: PackageManager,
  packages: readonly PublishedPackage[],
  folder: string,
  page: string,
): Promise<void> {
  const program = installManager(manager, join(folder, 'manager'));
  const environment = prebuiltSqlite(join(folder, 'prebuilt'));
  const tarballs = tarballsOf(packages);
  const common = { manager, program, environment, tarballs };
  const project = await installWithManager(join(folder, 'project'), {
    ...common,
    dependencies: { ...tarballs, ...otherPackages() },
  });
  await useEverything(project, page);
  await useOptionalPackages(project, page);
  const command = await installWithManager(join(folder, 'command'), {
    ...common,
    dependencies: Object.fromEntries(
      Object.entries(tarballs).filter(([name]) => name === 'sitegrade'),
    ),
  });
  await missOptionalPackages(command, manager, page);
}

async function useEverything(project: Project, page: string): Promise<void> {
  const { folder, environment, exec } = project;
  copyConsumers(folder);
  const shown = writeQuickStarts(readmes, join(folder, 'quick-starts'));
  for (const [moduleResolution, include] of [
    ['nodenext', ['*.mts', '*.cts', '*.cjs', 'quick-starts/*/server.*']],
    ['bundler', ['*.ts']],
  ] as const) {
    const compilation = { name: moduleResolution, moduleResolution, include, emit: false };
    await compile(folder, compilation, (args) => runNode(folder, [...exec, 'tsc', ...args]));
  }
  await runNode(folder, ['require-everything.cjs'], { PAGE: page, ...environment });
  for (const server of shown.filter(({ kind }) => kind === 'server')) {
    await runQuickStart(server, folder, environment);
  }
}

/** Each loads a package that the command does not depend on. */
async function useOptionalPackages(project: Project, page: string): Promise<void> {
  for (const [expected, ...args] of [
    [
      /\bsitegrade_\w{38}\b/,
      'keys',
      'issue',
      '--owner',
      'ann',
      '--name',
      'first',
      '--database-file',
      'keys.sqlite',
    ],
    [/^$/, 'mcp'],
    [/--render: .*\/no-browser/, page, '--render', 'always', '--browser-file', '/no-browser'],
  ] as const) {
    const { code, output } = await sitegrade(project, args);
    assert.match(output, expected, `sitegrade ${args.join(' ')}`);
    assert.equal(code, 0, output);
  }
}

async function missOptionalPackages(
  project: Project,
  { install }: PackageManager,
  page: string,
): Promise<void> {
  const report = await sitegrade(project, [page, '--format', 'csv']);
  assert.equal(report.code, 0, report.output);
  for (const [name, ...args] of [
    ['server', 'serve'],
    ['mcp', 'mcp'],
    ['renderer-chromium', page, '--render', 'always'],
  ] as const) {
    const { code, output } = await sitegrade(project, args);
    assert.ok(output.includes(`\n  ${install} sitegrade @sitegrade/${name}\n`), output);
    assert.equal(code, 2, output);
  }
}

/** Runs the command in a project, as its package manager does, without input. */
function sitegrade({ folder, exec }: Project, args: readonly string[]) {
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [...exec, 'sitegrade', ...args],
      { cwd: folder },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
    child.stdin?.end();
  });
}
