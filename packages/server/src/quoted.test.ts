import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { quoted, shellWord } from './quoted.ts';

it.each([
  ['\x1b[2J\n9  works', String.raw`"\u001b[2J\n9  works"`],
  ['\u009b2Jx\x7f', String.raw`"\u009b2Jx\u007f"`],
  ['\u202egpj.ann\u2066', String.raw`"\u202egpj.ann\u2066"`],
  ['\ufeffann\u3164', String.raw`"\ufeffann\u3164"`],
  ['a\u00a0b\u2028c d', String.raw`"a\u00a0b\u2028c d"`],
  ['ann\u{e0041}', String.raw`"ann\udb40\udc41"`],
  ['jörg "漢" 👍', String.raw`"jörg \"漢\" 👍"`],
])('shows what is hidden in the name %j', (name, shown) => {
  expect(quoted(name)).toBe(shown);
  expect(JSON.parse(shown)).toBe(name);
});

it.each([
  ['user 7', '"user 7"'],
  ['$(echo x)', "$'$(echo x)'"],
  ['`echo x`', "$'`echo x`'"],
  ["it's \\", String.raw`$'it\'s \\'`],
  ['é\u202ea!', String.raw`$'é\xe2\x80\xaea!'`],
])('lets a shell run nothing of the name %j', (name, word) => {
  expect(shellWord(name)).toBe(word);
  const { stdout } = spawnSync('bash', ['-c', `printf %s ${word}`], { encoding: 'utf8' });
  expect(stdout).toBe(name);
});
