import { expect, it } from 'vitest';
import { tagTokenAt } from './scan-tag.ts';
import { attributeSignature } from './token.ts';

const signatureOfTag = (source: string) => attributeSignature(tagTokenAt(source, 0));

it.each([
  ['<i>', '<i  >'],
  ['<i a=1>', '<i A="1" >'],
  ['<i a=1 b=2>', "<i b='2' a=1>"],
  ['<i a=1 b=2 b=3>', '<i b=2 b=4 a=1>'],
])('is the same for %s and %s', (left, right) => {
  expect(signatureOfTag(left)).toBe(signatureOfTag(right));
});

it.each([
  ['<i>', '<i a>'],
  ['<i a=1>', '<i a=2>'],
  ['<i a=1>', '<i b=1>'],
  ['<i a=b>', '<i a b>'],
  ['<i [["a","=b"],["c","d"]]>', '<i a="=b" c=d>'],
])('is not the same for %s and %s', (left, right) => {
  expect(signatureOfTag(left)).not.toBe(signatureOfTag(right));
});
