import { expect, it } from 'vitest';
import { oldWords } from './words.ts';

const notA = 'is not a, is not or does not have';
const ownOrSeparate = 'its own or a separate';
const shows = 'shows, states, decides or reports';

it.each([
  ['// Nobody reads this.', 'Nobody', 'no one'],
  ['const judgeOptions = 1;', 'judge', 'validate, check or rate'],
  ['export function mendCounters() {}', 'mend', 'fix or repair'],
  ["throw new Error('The page could not be had.');", 'could not be had', 'be fetched'],
  ['`x` is no number', 'is no number', notA],
  ['await shakeHands(url);', 'shakeHands', 'probeTls'],
  ['// What a report has besides its page.', 'besides', 'in addition to or other than'],
  ['/** Whatever fails is logged. */', 'Whatever', 'regardless of, any or everything that'],
  ["it('is told of nothing', () => {});", 'told', 'sent, reported or informed'],
  ['The targets of links are no pages of the crawl.', 'are no pages', notA],
  ['/** A path (with a query) is no host. */', 'is no host', notA],
  ['/** `null` if it is none. */', 'is none', 'is not one'],
  ['Each is a process of its own.', 'of its own', ownOrSeparate],
  ['| `worker` | a connection of its own |', 'of its own', ownOrSeparate],
  ['Pages of their own that hosts write', 'of their own', ownOrSeparate],
  ['// The total tells from which end to read.', 'tells from', shows],
  ['/** Tells of every connection. */', 'Tells of', shows],
  ['// An error does not tell whether it exists.', 'tell whether', shows],
  ['The work was in vain.', 'was in vain', 'was lost'],
  ['It never throws: the report stands without.', 'stands without', 'is made without'],
])('finds the word in %s', (line, word, instead) => {
  expect(oldWords('a.ts', `\n${line}`)).toEqual([{ line: 2, word, instead }]);
});

it.each([
  'The amendment adds a recommended value.',
  'There is no page.',
  'It is no longer used.',
  'The list is empty if there are none.',
  'Its scope is none of col and row.',
  '/** Says why there are no pages. */',
  ' * is no data for phones, after a line that ends with "there".',
  'Why is no score shown?',
  'The page is no wider than a screen.',
  'It loads files of its own site, and of the host of its owner.',
  'Anyone can tell whether a page has changed.',
  'A robots meta tag tells search engines not to index the page.',
  'Write a check of your own.',
])('finds nothing in %s', (line) => {
  expect(oldWords('a.ts', line)).toEqual([]);
});

it('allows names of renamed exports in changesets', () => {
  expect(oldWords('.changeset/names.md', '`mend` is `repair`.')).toEqual([]);
  expect(oldWords('.changeset/names.md', 'Options to mend it.')).toHaveLength(1);
});
