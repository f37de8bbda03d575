import { expect, it } from 'vitest';
import { codeBlocks } from './code-blocks.ts';

it('finds every block with its language, note and line', () => {
  const markdown = [
    'Text with `code` in it.',
    '```js',
    'one();',
    '```',
    '',
    '```ts fragment',
    'two();',
    '',
    'three(`x`);',
    '```',
    '```',
    'plain',
    '```',
    'The end.',
  ].join('\n');
  expect(codeBlocks(markdown)).toEqual([
    { language: 'js', note: '', line: 3, code: 'one();\n' },
    { language: 'ts', note: 'fragment', line: 7, code: 'two();\n\nthree(`x`);\n' },
    { language: '', note: '', line: 12, code: 'plain\n' },
  ]);
});
