import { expect, it } from 'vitest';
import { deprecationOf, languageFault, subtagFault } from './tag-faults.ts';

it.each(['en', 'EN-us', 'fil', 'en-US-GB', 'zh-Hant', 'no-bok', 'iw', 'qaa'])(
  '%s names a language',
  (tag) => {
    expect(languageFault(tag)).toBeNull();
  },
);

it.each([
  ['  ', 'only white space'],
  [' en', 'white space around it'],
  ['i-lux', 'it is “lb” now'],
  ['en_US', 'underscore'],
  ['jp', 'country and not of a language'],
  ['eng', 'two letters'],
  ['em-US', '“em” is not the code of a language'],
  ['#!', '“#!” is not the code'],
  ['x'.repeat(500), '…” is not the code'],
  ['-en', '“” is not the code'],
])('"%s" does not: %s', (tag, why) => {
  expect(languageFault(tag)).toContain(why);
});

it.each([
  ['en-US', null],
  ['zh-Hans-TW', null],
  ['zh-cmn-Hans', null],
  ['es-419', null],
  ['de-CH-1996-x-a', null],
  ['en-US-GB', 'is not put together'],
  ['en-UK', 'the United Kingdom is “GB”'],
  ['en-QL', '“QL” is no region'],
  ['zh-Hand', '“Hand” is no script'],
  ['en-cmn', 'does not go with'],
  ['no-nynorsk', '“nynorsk” is not registered'],
])('%s has parts that are known, or else: %s', (tag, why) => {
  if (why === null) expect(subtagFault(tag)).toBeNull();
  else expect(subtagFault(tag)).toContain(why);
});

it('tells what is out of date', () => {
  expect(deprecationOf('iw-IL')).toBe('“iw” is out of date, it is “he” now');
  expect(deprecationOf('sr-YU')).toBe('“YU” is out of date');
  expect(deprecationOf('he-IL')).toBeNull();
  expect(deprecationOf('?')).toBeNull();
});
