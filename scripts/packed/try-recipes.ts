import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createApiClient } from '../api-client.ts';
import { codeBlocks } from '../code-blocks.ts';
import { installWith, lockedVersions } from './install-packages.ts';
import type { PublishedPackage } from './pack-packages.ts';
import { freePort, untilItResponds } from './started-server.ts';

const document = join(import.meta.dirname, '../../docs/hosts.md');
const run = promisify(execFile);

/** A recipe of `docs/hosts.md`: a host, and what its reader installs, writes and runs. */
export interface Recipe {
  readonly name: string;
  /** The packages, without those of this repository. */
  readonly packages: readonly string[];
  /** Files by their paths. */
  readonly files: ReadonlyMap<string, string>;
  /** Commands that build the host, and last the one that starts it. */
  readonly commands: readonly string[];
}

/** The port of the servers in the recipes, which may be in use here. */
const shownPort = '3000';

/** Hosts that take minutes to install and build, where they are not in the cache of npm. */
const large = new Set(['Next.js', 'Nitro and Nuxt']);

/** Reads the recipes. Every section with code is one; what comes before is part of all. */
export function readRecipes({ all }: { readonly all: boolean }): Recipe[] {
  const [shared = '', ...sections] = readFileSync(document, 'utf8').split(/^## /m);
  return sections
    .filter((section) => section.includes('```sh'))
    .map((section) => {
      const blocks = codeBlocks(section);
      const lines = blocks
        .filter(({ language }) => language === 'sh')
        .flatMap(({ code }) => code.trim().split('\n'));
      const isInstall = (line: string) => line.startsWith('npm install ');
      const files = [...codeBlocks(shared), ...blocks].flatMap(({ code }) => {
        const [, path, text] = /^\/\/ (\S+)\n([\s\S]*)$/.exec(code) ?? [];
        return path === undefined || text === undefined ? [] : [[path, text] as const];
      });
      return {
        name: section.split('\n', 1)[0] ?? '',
        packages: lines
          .filter(isInstall)
          .flatMap((line) => line.split(' ').slice(2))
          .filter((name) => !/^(?:-|@sitegrade\/)/.test(name)),
        files: new Map(files),
        commands: lines.filter((line) => !isInstall(line)),
      };
    })
    .filter(({ name }) => all || !large.has(name));
}

/**
 * Follows a recipe in an empty folder, and creates a report with its server. Only the port is another, and pages of this
 * machine are allowed.
 *
 * @param page A page to analyse.
 * @throws Error with the output of the server if it does not do what it should.
 */
export async function tryRecipe(
  recipe: Recipe,
  packages: readonly PublishedPackage[],
  folder: string,
  page: string,
): Promise<void> {
  const project = join(folder, `recipe-${recipe.name.replace(/\W+/g, '-')}`);
  const ours = packages.filter(({ name }) =>
    ['@sitegrade/core', '@sitegrade/store-sqlite', '@sitegrade/adapter-fetch'].includes(name),
  );
  const versions = lockedVersions();
  const others = recipe.packages.map((name) => [name, versions[name] ?? '*']);
  installWith(ours, Object.fromEntries(others), project, 'module');
  const port = String(await freePort());
  for (const [path, text] of recipe.files) {
    const file = join(project, path);
    mkdirSync(dirname(file), { recursive: true });
    const changed = text
      .replaceAll(shownPort, port)
      .replaceAll(/^( +)prefix: '\/seo',$/gm, '$&\n$1network: { allowLocalhost: true },');
    assert.ok(!text.includes('prefix') || changed.includes('allowLocalhost'), path);
    writeFileSync(file, changed);
  }
  const commands = recipe.commands.map((command) => command.replaceAll(shownPort, port));
  const options = { cwd: project, env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } };
  for (const command of commands.slice(0, -1)) await run('sh', ['-c', command], options);
  const child = spawn('sh', ['-c', commands.at(-1) ?? ''], { ...options, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  }
  const exited = new Promise((resolve) => child.once('close', resolve));
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  process.once('exit', stop);
  try {
    const address = `http://localhost:${port}`;
    await untilItResponds(`${address}/seo/api/v1/openapi.json`, exited);
    await useServer(address, () => /\bsitegrade_\w{38}\b/.exec(output)?.[0], page);
  } catch (cause) {
    throw new Error(`${recipe.name} failed with this output:\n${output}`, { cause });
  } finally {
    process.off('exit', stop);
    stop();
    await exited;
  }
}

/** Creates a report, reads it, and sends what must not break the server. */
async function useServer(
  address: string,
  key: () => string | undefined,
  page: string,
): Promise<void> {
  // With a guard, the login is a session; everything else is below an API key, printed at the first request.
  const login = key() ?? { cookie: 'session=of-ann' };
  const api = createApiClient(address, login);
  const root = '/seo/api/v1';
  const created = await api.send(
    'POST',
    `${root}/reports`,
    new URLSearchParams({ url: page }).toString(),
  );
  assert.equal(created.status, 201, JSON.stringify(created.json));
  assert.ok(created.headers.get('location')?.startsWith(`${address}${root}/reports/`));
  for (const [method, path, status] of [
    ['PUT', `${root}/reports`, 405],
    ['POST', `${root}/reports`, 413],
    ['DELETE', `${root}/reports/99`, 404],
  ] as const) {
    const reply = await api.send(
      method,
      path,
      JSON.stringify({ url: 'x'.repeat(200_000) }),
      'application/json',
    );
    assert.equal(reply.status, status, `${method} ${path}`);
  }
  const batch = {
    urls: Array.from({ length: 900 }, (_, index) => `${page}?${'x'.repeat(200)}=${index}`),
  };
  const accepted = await api.send(
    'POST',
    `${root}/jobs`,
    JSON.stringify(batch),
    'application/json',
  );
  assert.equal(accepted.status, 202, JSON.stringify(accepted.json));
  const listed = await api.send('GET', `${root}/reports`);
  assert.equal((listed.json.meta as { readonly path: string }).path, `${address}${root}/reports`);
  const headers: Record<string, string> =
    typeof login === 'string' ? { authorization: `Bearer ${login}` } : { ...login };
  const csv = await fetch(`${address}${root}/reports`, {
    headers: { ...headers, accept: 'text/csv' },
  });
  assert.match(await csv.text(), /prices/);
  const head = await fetch(`${address}${root}/reports`, { method: 'HEAD', headers });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  const page404 = await fetch(`${address}/seo/nothing`, { headers });
  assert.equal(page404.status, 404);
  const console = await fetch(`${address}/seo/sitegrade`, { headers });
  assert.match(await console.text(), /<!doctype html>/i);
}
