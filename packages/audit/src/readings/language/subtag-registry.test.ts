import { describe, expect, it } from 'vitest';
import {
  grandfatheredReplacement,
  isExtendedLanguage,
  isLanguage,
  isPrivate,
  isSubtag,
  macrolanguageOf,
  replacementOf,
} from './subtag-registry.ts';

describe('languages', () => {
  it.each(['en', 'EN', 'de', 'fil', 'gsw', 'yue', 'iw', 'qaa', 'qtz', 'mul', 'und', 'zxx'])(
    'include %s',
    (code) => {
      expect(isLanguage(code)).toBe(true);
    },
  );

  it.each([
    '',
    'e',
    'em',
    'jp',
    'cz',
    'eng',
    'deu',
    'ger',
    'qua2',
    'qzz',
    'i',
    'x',
    '#!',
    'english',
  ])('do not include "%s"', (code) => {
    expect(isLanguage(code)).toBe(false);
  });
});

describe('scripts, regions and variants', () => {
  it('are found in any case', () => {
    expect(isSubtag('script', 'hANT')).toBe(true);
    expect(isSubtag('script', 'Qaac')).toBe(true);
    expect(isSubtag('script', 'Hand')).toBe(false);
    expect(isSubtag('region', 'gb')).toBe(true);
    expect(isSubtag('region', '419')).toBe(true);
    expect(isSubtag('region', 'UK')).toBe(false);
    expect(isSubtag('region', '999')).toBe(false);
    expect(isSubtag('variant', '1996')).toBe(true);
    expect(isSubtag('variant', 'nynorsk')).toBe(false);
  });

  it('can be for private use', () => {
    expect(['XK', 'qm', 'Qabx', 'qtz'].every(isPrivate)).toBe(true);
    expect(['ZZ', 'QL', 'Latn', 'que'].some(isPrivate)).toBe(false);
  });
});

it('returns replacements of deprecated subtags and tags', () => {
  expect(replacementOf('language', 'IW')).toBe('he');
  expect(replacementOf('language', 'agp')).toBeNull();
  expect(replacementOf('language', 'he')).toBeUndefined();
  expect(replacementOf('region', 'BU')).toBe('MM');
  expect(replacementOf('region', 'YU')).toBeNull();
  expect(grandfatheredReplacement('i-KLINGON')).toBe('tlh');
  expect(grandfatheredReplacement('i-default')).toBeNull();
  expect(grandfatheredReplacement('en-GB')).toBeUndefined();
});

it('finds extended languages by their prefix, and macrolanguages', () => {
  expect(isExtendedLanguage('zh', 'CMN')).toBe(true);
  expect(isExtendedLanguage('en', 'cmn')).toBe(false);
  expect(macrolanguageOf('nb')).toBe('no');
  expect(macrolanguageOf('en')).toBeNull();
});
