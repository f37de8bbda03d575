import { describe, expect, it } from 'vitest';
import { comparableLanguage, parseLanguageTag, primarySubtagOf } from './language-tag.ts';

const none = { extended: null, script: null, region: null, variants: [], extension: '' };

describe('parseLanguageTag', () => {
  // Examples of RFC 5646, appendix A.
  it.each([
    ['de', { language: 'de' }],
    ['zh-Hant', { language: 'zh', script: 'Hant' }],
    ['zh-cmn-Hans-CN', { language: 'zh', extended: 'cmn', script: 'Hans', region: 'CN' }],
    ['sl-rozaj-biske', { language: 'sl', variants: ['rozaj', 'biske'] }],
    ['hy-Latn-IT-arevela', { language: 'hy', script: 'Latn', region: 'IT', variants: ['arevela'] }],
    ['de-CH-1901', { language: 'de', region: 'CH', variants: ['1901'] }],
    ['es-419', { language: 'es', region: '419' }],
    ['de-CH-x-phonebk', { language: 'de', region: 'CH', extension: 'x-phonebk' }],
    ['en-US-u-islamcal', { language: 'en', region: 'US', extension: 'u-islamcal' }],
    ['en-a-myext-b-another', { language: 'en', extension: 'a-myext-b-another' }],
    ['en-x-a-b', { language: 'en', extension: 'x-a-b' }],
  ])('reads %s', (tag, parts) => {
    expect(parseLanguageTag(tag)).toEqual({ ...none, ...parts });
  });

  it.each([
    ...[
      '',
      '-',
      'e',
      'en-',
      'en_US',
      'en--US',
      ' en',
      'en ',
      'en-US-GB',
      'de-419-DE',
      'a-DE',
      '#!',
    ],
    ...['en-u', 'en-x', 'en-u-x-a', 'x-anything', 'i-klingon', 'en-US-toolongsubtag'],
  ])('rejects "%s"', (tag) => {
    expect(parseLanguageTag(tag)).toBeNull();
  });

  it('rejects tags of more than 255 characters', () => {
    expect(parseLanguageTag(`en-x${'-a'.repeat(125)}`)?.language).toBe('en');
    expect(parseLanguageTag(`en-x${'-a'.repeat(126)}`)).toBeNull();
  });
});

it('returns the primary subtag of any tag', () => {
  expect(primarySubtagOf('en-US-GB')).toBe('en');
  expect(primarySubtagOf('en_US')).toBe('en_US');
  expect(primarySubtagOf('')).toBe('');
});

it.each([
  ['en-GB', 'en'],
  ['IW', 'he'],
  ['nb-NO', 'nn'],
  ['zh-Hant', 'zh-cmn'],
  ['yue', 'zh'],
  ['i-lux', 'lb'],
  ['tl', 'fil'],
  ['mo', 'ro'],
])('%s compares as %s', (tag, other) => {
  expect(comparableLanguage(tag)).toBe(comparableLanguage(other));
});

it('keeps different languages distinct', () => {
  expect(comparableLanguage('de')).not.toBe(comparableLanguage('nl'));
  expect(comparableLanguage('pt')).not.toBe(comparableLanguage('es'));
});
