import { expect, it } from 'vitest';
import { deprecationOf, languageFault, subtagFault } from './language-tag.ts';

it.each(['en', 'EN-us', 'fil', 'en-US-GB', 'zh-Hant', 'no-bok', 'iw', 'qaa'])(
  'accepts the language of %s',
  (tag) => {
    expect(languageFault(tag)).toBeNull();
  },
);

it.each([
  ['  ', 'only white space'],
  [' en', 'white space around it'],
  ['i-lux', 'use “lb” instead'],
  ['en_US', 'underscore'],
  ['jp', 'country code, not a language code'],
  ['eng', 'two-letter code'],
  ['em-US', '“em” is not a language code'],
  ['#!', '“#!” is not a language code'],
  ['x'.repeat(500), '…” is not a language code'],
  ['-en', '“” is not a language code'],
])('reports "%s": %s', (tag, why) => {
  expect(languageFault(tag)).toContain(why);
});

it.each([
  ['en-US', null],
  ['zh-Hans-TW', null],
  ['zh-cmn-Hans', null],
  ['es-419', null],
  ['de-CH-1996-x-a', null],
  ['en-US-GB', 'does not have the form'],
  ['en-UK', 'the United Kingdom is “GB”'],
  ['en-QL', '“QL” is not a region'],
  ['zh-Hand', '“Hand” is not a script'],
  ['en-cmn', 'cannot be combined with'],
  ['no-nynorsk', '“nynorsk” is not registered'],
])('the fault in the parts of %s: %s', (tag, why) => {
  if (why === null) expect(subtagFault(tag)).toBeNull();
  else expect(subtagFault(tag)).toContain(why);
});

it('reports outdated subtags', () => {
  expect(deprecationOf('iw-IL')).toBe('“iw” is outdated, use “he” instead');
  expect(deprecationOf('sr-YU')).toBe('“YU” is outdated');
  expect(deprecationOf('he-IL')).toBeNull();
  expect(deprecationOf('?')).toBeNull();
});
