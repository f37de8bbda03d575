import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../scripts/temporary-folder.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'dist'));
});

const packageOf = (name: string, license: string | null, notice = `Copyright ${name}\n`) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.2.3', license }),
  [`node_modules/${name}/index.js`]: 'export const value = globalThis.value;',
  ...(notice && { [`node_modules/${name}/LICENSE`]: notice }),
});

/** The notices of a bundle of a file, with packages that are there; `null` if none are written. */
async function noticesOf(
  code: string,
  packages: Readonly<Record<string, string>>,
  data: readonly string[] = [],
): Promise<string | null> {
  for (const [file, text] of Object.entries({ ...packages, 'index.js': code })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  await build({
    absWorkingDir: folder,
    entryPoints: ['index.js'],
    external: ['external'],
    bundle: true,
    format: 'esm',
    outdir: 'dist',
    metafile: true,
    logLevel: 'silent',
    plugins: [thirdPartyNotices(data)],
  });
  const file = join(folder, 'dist/THIRD-PARTY-NOTICES.txt');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

it('has the licence of each package in the bundle, and not of others', async () => {
  const code =
    "export * from '@acme/b'; export { value as a } from 'a'; export { c } from 'external'; import 'unused';";
  const notices = await noticesOf(code, {
    ...packageOf('@acme/b', 'MIT'),
    ...packageOf('a', 'ISC'),
    ...packageOf('external', 'UNLICENSED'),
    ...packageOf('unused', 'UNLICENSED'),
    'node_modules/unused/index.js': '',
  });
  const rule = `\n${'-'.repeat(80)}\n\n`;
  expect(notices?.split(rule).slice(1)).toEqual([
    '@acme/b 1.2.3 (MIT)\n\nCopyright @acme/b\n',
    'a 1.2.3 (ISC)\n\nCopyright a\n',
  ]);
});

it('names the sources of data, and writes nothing without any', async () => {
  expect(await noticesOf('export const own = 1;', {})).toBeNull();
  expect(await noticesOf('export const own = 1;', {}, ['Names: acme.com\n'])).toMatch(
    /\n\nNames: acme\.com\n$/,
  );
});

it.each([
  ['another licence', packageOf('a', 'GPL-3.0-only'), 'a has the licence GPL-3.0-only'],
  ['no licence', packageOf('a', null), 'a has the licence null'],
  ['no text of its licence', packageOf('a', 'MIT', ''), 'a has no text of its licence'],
])('fails for a package with %s', async (_what, packages, message) => {
  await expect(noticesOf("export * from 'a';", packages)).rejects.toThrow(message);
});
