import assert from 'node:assert/strict';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { PublishedPackage } from './pack-packages.ts';
import { packageFaults } from './package-faults.ts';
import { runNode } from './run-node.ts';

const root = join(import.meta.dirname, '../..');

/** Packages without declarations, and packages for ES modules only, like vitest, which one of them needs. */
const commands = new Set(['sitegrade']);
const esModulesOnly = new Set(['@sitegrade/testing']);

/**
 * Checks an installed package by our own rules, by those of publint, and by those of "Are the types wrong?".
 *
 * @param project The folder of the project that it is installed in.
 * @throws Error that lists every fault.
 */
export async function checkPackage(
  { name, tarball }: PublishedPackage,
  project: string,
): Promise<void> {
  const folder = join(project, 'node_modules', name);
  const { messages, pkg } = await publint({ pkgDir: folder, pack: false, strict: true });
  const faults = [
    ...packageFaults(folder),
    ...messages.map((message) => formatMessage(message, pkg) ?? message.code),
  ];
  assert.deepEqual(faults, []);
  if (!commands.has(name)) await checkTypes(name, tarball);
}

/** Users of no module resolution may get other types than code, or none. */
async function checkTypes(name: string, tarball: string): Promise<void> {
  const attw = 'node_modules/@arethetypeswrong/cli/dist/index.js';
  const profile = esModulesOnly.has(name) ? 'esm-only' : 'strict';
  // An entry of the repository only: users cannot import it.
  const excluded = name === '@sitegrade/core' ? ['--exclude-entrypoints', 'http/for-tests'] : [];
  await runNode(root, [attw, tarball, '--profile', profile, '--no-color', ...excluded]);
}
