import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startSampleSite } from '@sitegrade/example-sample-site';
import { checkPackage } from './check-package.ts';
import { compile } from './compile.ts';
import { copyConsumers } from './copy-consumers.ts';
import { installCommand, installPackages } from './install-packages.ts';
import { packedPackages } from './pack-packages.ts';
import { writeQuickStarts } from './quick-starts.ts';
import { runNode } from './run-node.ts';
import { runQuickStart } from './run-quick-start.ts';
import { tryCommand } from './try-command.ts';
import { copyEmbeddings, tryEmbedding } from './try-embeddings.ts';
import { createHost, hosts, tryHost } from './try-hosts.ts';
import { tryProcesses } from './try-processes.ts';
import { readRecipes, tryRecipe } from './try-recipes.ts';
import { tryTools } from './try-tools.ts';

// Packs the packages and tries them in empty projects. The command is also tried with other versions of Node:
// `npm run tool -- packed node22/bin/node node24/bin/node`. With `--tarballs FOLDER` it tries those that `pack.ts` wrote.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tarballs: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'sitegrade-packed-'));
const project = join(folder, 'project');
const site = await startSampleSite();
const page = `${site.url}/prices`;

/** Runs a step and prints its duration. */
async function step<Result>(title: string, work: () => Result | Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${seconds.padStart(6)} s  ${title}`);
  return result;
}

try {
  const packages = await step('pack', () => packedPackages(values.tarballs, folder));
  await step('install in an empty project', () => installPackages(packages, project));
  for (const packed of packages) {
    await step(`check ${packed.name}`, () => checkPackage(packed, project));
  }

  const copies = copyEmbeddings(project);
  const include = copies.map((copy) => `${copy.folder}/src`);
  await step('compile the examples of embedding, as ES modules and as CommonJS', () =>
    compile(project, { name: 'emit', moduleResolution: 'nodenext', include, emit: true }),
  );
  for (const copy of copies) {
    await step(`use ${copy.name} as ${copy.type}`, () => tryEmbedding(project, copy, page));
  }

  copyConsumers(project);
  await step('require every entry point', () =>
    runNode(project, ['--no-experimental-require-module', 'require-everything.cjs'], {
      PAGE: page,
    }),
  );

  await step('call a tool of sitegrade mcp', () => tryTools(project));
  await step('start several processes of sitegrade work', () => tryProcesses(project));

  const command = join(folder, 'command');
  await step('install the command in an empty project', () => installCommand(packages, command));
  for (const node of [process.execPath, ...positionals.map((path) => resolve(path))]) {
    await step(`run npx sitegrade with ${node}`, () => tryCommand(command, node, page));
  }

  for (const host of hosts) {
    const created = await step(`install in an application with ${host.name}`, () =>
      createHost(host, packages, folder),
    );
    await step(`use it as CommonJS with ${host.name}`, () => tryHost(host, created, page));
  }

  for (const recipe of readRecipes({ all: false })) {
    await step(`follow the recipe for ${recipe.name}`, () =>
      tryRecipe(recipe, packages, folder, page),
    );
  }

  const readmes = ['README.md', ...packages.map((packed) => `${packed.folder}/README.md`)];
  for (const shown of writeQuickStarts(readmes, join(project, 'quick-starts'))) {
    if (shown.kind === 'snippet') continue;
    await step(`run ${shown.location}`, () => runQuickStart(shown, project));
  }

  // The examples were compiled with `nodenext` before they ran.
  for (const [moduleResolution, some] of [
    ['nodenext', ['*.mts', '*.cts', '*.cjs']],
    ['bundler', ['*.ts', ...include.map((exampleFolder) => `${exampleFolder}/*.ts`)]],
  ] as const) {
    const all = [...some, 'quick-starts'];
    await step(`compile with moduleResolution ${moduleResolution}`, () =>
      compile(project, { name: moduleResolution, moduleResolution, include: all, emit: false }),
    );
  }
} finally {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}
