import { describe, expect, it } from 'vitest';
import { ifMatchField, meetsIfMatch } from './if-match.ts';

describe('If-Match', () => {
  it.each([
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['"a"']],
    ['""', ['""']],
    ['W/"a"', ['W/"a"']],
    ['"a", W/"b","c"', ['"a"', 'W/"b"', '"c"']],
    ['"a,b", "c"', ['"a,b"', '"c"']],
    [', "a" ,\t, "b",', ['"a"', '"b"']],
    ['"\x80\xff!~"', ['"\x80\xff!~"']],
    ['', []],
    [' , ', []],
  ])('%j is read as %j', (text, value) => {
    expect(ifMatchField.read(text)).toEqual({ value });
  });

  it.each([
    'a',
    '"a',
    'a"',
    '"a" "b"',
    '"a""b"',
    '"a" b',
    'w/"a"',
    'W/ "a"',
    'W/a',
    '*, "a"',
    '"a", *',
    '"a b"',
    '"a"b"',
    '"\x7f"',
    '\u00a0"a"',
  ])('%j is rejected', (text) => {
    expect(ifMatchField.read(text)).toEqual({ issue: expect.stringContaining('entity tags') });
  });

  it.each([
    ['*', true],
    ['"a"', true],
    ['"b", "a"', true],
    ['"b"', false],
    ['"A"', false],
    ['W/"a"', false],
    ['', false],
  ])('%s matches "a": %s', (text, expected) => {
    const reading = ifMatchField.read(text);
    const ifMatch = 'value' in reading ? reading.value : undefined;
    expect(meetsIfMatch(ifMatch ?? [], '"a"')).toBe(expected);
  });
});
