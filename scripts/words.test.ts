import { expect, it } from 'vitest';
import { oldWords } from './words.ts';

it.each([
  ['// Nobody reads this.', 'Nobody', 'no one'],
  ['const judgeOptions = 1;', 'judge', 'validate, check or rate'],
  ['export function mendCounters() {}', 'mend', 'fix or repair'],
  ["throw new Error('The page could not be had.');", 'could not be had', 'be fetched'],
  ['`x` is no number', 'is no number', 'is not a'],
  ['await shakeHands(url);', 'shakeHands', 'probeTls'],
])('finds the word in %s', (line, word, instead) => {
  expect(oldWords('a.ts', `\n${line}`)).toEqual([{ line: 2, word, instead }]);
});

it.each(['The amendment adds a recommended value.', 'There is no page.', 'It is no longer used.'])(
  'finds nothing in %s',
  (line) => {
    expect(oldWords('a.ts', line)).toEqual([]);
  },
);

it('allows names of renamed exports in changesets', () => {
  expect(oldWords('.changeset/names.md', '`mend` is `repair`.')).toEqual([]);
  expect(oldWords('.changeset/names.md', 'Options to mend it.')).toHaveLength(1);
});
