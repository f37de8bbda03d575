import { expect, it } from 'vitest';
import { importsOf } from './imports-of.ts';

it('finds every kind of import, and no other text', () => {
  const text = [
    '/// <reference types="a" />',
    "import b from 'b';",
    "import 'c';",
    "import type { D } from 'd';",
    "export { e } from 'e';",
    "export type F = import('f').F;",
    "const g = await import('g');",
    "const h = require('h');",
    "import i = require('i');",
    'const pattern = /[\'"`]/;',
    "import { j } from 'j';",
    'const text = "import k from \'k\'";',
    '// import "l"',
  ].join('\n');
  expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
});
