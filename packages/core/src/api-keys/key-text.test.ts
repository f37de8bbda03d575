import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOfKey, displayPrefixOf, isKeyText, makeKeyText } from './key-text.ts';

it('has a prefix for people and secret scanners, and a checksum', () => {
  const key = makeKeyText(randomBytes);
  expect(key).toMatch(/^sitegrade_[0-9A-Za-z]{38}$/);
  expect(isKeyText(key)).toBe(true);
  expect(displayPrefixOf(key)).toBe(key.slice(0, 14));
});

it('chooses characters without bias: skips bytes that would favour some', () => {
  const draws = [new Uint8Array(32).fill(255), Uint8Array.from({ length: 32 }, (_, i) => 216 + i)];
  const key = makeKeyText(() => draws.shift() ?? new Uint8Array(32));
  expect(key.slice(10, 42)).toBe('UVWXYZabcdefghijklmnopqrstuvwxyz');
});

it('detects one changed, added or missing character', () => {
  const key = makeKeyText(randomBytes);
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(...'0Zaz_ '), (at, other) => {
      fc.pre(key[at] !== other);
      expect(isKeyText(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
      expect(isKeyText(key.slice(0, at) + key.slice(at + 1))).toBe(false);
      expect(isKeyText(key.slice(0, at) + other + key.slice(at))).toBe(false);
    }),
  );
});

it('is kept as its SHA-256', () => {
  expect(Buffer.from(digestOfKey('abc')).toString('hex')).toMatch(/^ba7816bf8f01cfea/);
});
