import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packageFaults } from './package-faults.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitegrade-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const manifest = {
  exports: {
    '.': {
      '@sitegrade/source': './src/index.ts',
      types: './dist/index.d.ts',
      default: './dist/index.js',
    },
    './for-tests': { '@sitegrade/source': './src/for-tests.ts' },
    './package.json': './package.json',
  },
  dependencies: { '@acme/words': '1' },
  peerDependencies: { express: '5' },
};

const map = { version: 3, sources: ['../src/index.ts'], sourcesContent: ['export {};'] };

const good: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify(manifest),
  'README.md': '# Acme',
  LICENSE: 'MIT',
  'dist/index.d.ts': "import type { Router } from 'express';\nexport { a } from './a.js';\n",
  'dist/a.d.ts': "import 'node:http';\n",
  'dist/index.js':
    "import { words } from '@acme/words/list';\nimport 'fs';\n//# sourceMappingURL=index.js.map\n",
  'dist/index.js.map': JSON.stringify(map),
};

/** The faults of a good package with some files changed or, with `null`, removed. */
function faults(changes: Readonly<Record<string, string | null>> = {}): string[] {
  for (const [file, text] of Object.entries({ ...good, ...changes })) {
    if (text === null) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return packageFaults(folder);
}

const words = "import '@acme/words';\n//# sourceMappingURL=index.js.map\n";

it('finds nothing in a valid package', () => {
  expect(faults()).toEqual([]);
});

it.each([
  ['a required file', { LICENSE: null }, 'LICENSE is missing'],
  ['sources', { 'src/index.ts': '' }, 'src/index.ts should not be there'],
  ['tests', { 'dist/a.test.js': words }, 'dist/a.test.js should not be there'],
  [
    'a package that is private',
    { 'package.json': JSON.stringify({ ...manifest, private: true }) },
    'the package is private',
  ],
  [
    'an export of a missing file',
    { 'package.json': JSON.stringify({ ...manifest, exports: { './a': './dist/b.js' } }) },
    'exports["./a"].default is ./dist/b.js, which is missing',
  ],
  [
    'an export without types',
    {
      'package.json': JSON.stringify({
        ...manifest,
        exports: { '.': { default: './dist/index.js' } },
      }),
    },
    'exports["."] has default, instead of types,default',
  ],
  [
    'an import that is not declared',
    { 'dist/index.js': `import '@sitegrade/store-kysely';\n${words}` },
    'dist/index.js imports @sitegrade/store-kysely, which is not declared',
  ],
  [
    'a dynamic import that is not declared',
    { 'dist/index.js': `await import('left');\n${words}` },
    'dist/index.js imports left, which is not declared',
  ],
  [
    'an unused dependency',
    { 'dist/index.d.ts': "export { a } from './a.js';" },
    'express is declared, but not imported',
  ],
  [
    'an import of a file that is missing',
    { 'dist/a.d.ts': null },
    'dist/index.d.ts imports ./a.js, which is missing',
  ],
  [
    "a declaration that shows a driver's types",
    {
      'package.json': JSON.stringify({
        ...manifest,
        dependencies: { ...manifest.dependencies, kysely: '1' },
      }),
      'dist/a.d.ts': "export declare const a: import('kysely').Kysely<{}>;",
    },
    'dist/a.d.ts shows types of kysely',
  ],
  [
    'code without a source map',
    { 'dist/index.js': "import '@acme/words';" },
    'dist/index.js has no source map',
  ],
  [
    'a source map that is missing',
    { 'dist/index.js.map': null },
    'dist/index.js has no source map',
  ],
  [
    'a source map without a source',
    { 'dist/index.js.map': JSON.stringify({ ...map, sourcesContent: [null] }) },
    'the source map of dist/index.js lacks ../src/index.ts',
  ],
])('finds %s', (_what, changes, fault) => {
  expect(faults(changes)).toEqual([fault]);
});
