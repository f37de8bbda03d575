import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { packageFaults } from './package-faults.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const manifest = {
  main: './dist/index.cjs',
  types: './dist/index.d.cts',
  typesVersions: { '*': { a: ['./dist/index.d.cts'] } },
  bin: { acme: 'dist/acme.js' },
  exports: {
    '.': {
      '@sitegrade/source': './src/index.ts',
      import: { types: './dist/index.d.ts', default: './dist/index.js' },
      require: { types: './dist/index.d.cts', default: './dist/index.cjs' },
    },
    './es-modules': { types: './dist/index.d.ts', default: './dist/index.js' },
    './for-tests': { '@sitegrade/source': './src/for-tests.ts' },
    './package.json': './package.json',
  },
  dependencies: { '@acme/words': '1' },
  peerDependencies: { express: '5' },
};

const good: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify(manifest),
  'README.md': '# Acme',
  LICENSE: 'MIT',
  'dist/index.d.ts': "import type { Router } from 'express';\nexport { a } from './a.js';\n",
  'dist/a.d.ts': "import 'node:http';\n",
  'dist/index.d.cts': "export { a } from './a.cjs';\n",
  'dist/a.d.cts': "import 'node:http';\n",
  'dist/index.js': "import { words } from '@acme/words/list';\nimport 'fs';\n",
  'dist/index.cjs': "const words = require('@acme/words/list');\n",
  'dist/acme.js': "import './index.js';\n// ../node_modules/@acme/numbers/index.js\n",
  'dist/THIRD-PARTY-NOTICES.txt': '@acme/numbers 1.0.0 (MIT)\n',
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

const words = "import '@acme/words';\n";

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
    './dist/b.js is missing',
  ],
  [
    'an export without types',
    {
      'package.json': JSON.stringify({
        ...manifest,
        exports: { '.': { import: { default: './dist/index.js' } } },
      }),
    },
    'exports["."] has import.default, not import.types,import.default,require.types,require.default or types,default',
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
    'a CommonJS module that is missing',
    { 'dist/index.cjs': "require('./b.cjs');" },
    'dist/index.cjs imports ./b.cjs, which is missing',
  ],
  [
    'a declaration for CommonJS that is missing',
    { 'dist/a.d.cts': null },
    'dist/index.d.cts imports ./a.cjs, which is missing',
  ],
  [
    'bundled code without its notice',
    { 'dist/index.cjs': '// ../../node_modules/@acme/text/index.js\n' },
    'dist/THIRD-PARTY-NOTICES.txt lacks @acme/text',
  ],
  [
    'an import() in CommonJS',
    { 'dist/index.cjs': "const words = import('@acme/words');\n" },
    'dist/index.cjs has an import()',
  ],
  ['a source map', { 'dist/index.js.map': '{}' }, 'dist/index.js.map should not be there'],
  [
    'the name of a source map',
    { 'dist/index.js': "import 'fs';\n//# sourceMappingURL=index.js.map\n" },
    'dist/index.js names a source map',
  ],
])('finds %s', (_what, changes, fault) => {
  expect(faults(changes)).toEqual([fault]);
});

it.each([
  ['main', './dist/b.cjs'],
  ['types', './dist/b.cjs'],
  ['typesVersions', { '*': { a: ['./dist/b.cjs'] } }],
  ['bin', { acme: './dist/b.cjs' }],
])('finds a missing file in %s', (field, value) => {
  const changed = { ...manifest, [field]: value };
  expect(faults({ 'package.json': JSON.stringify(changed) })).toEqual(['./dist/b.cjs is missing']);
});
