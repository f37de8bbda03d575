import { anyCharacter } from '@sitegrade/audit/for-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchForm, searchNeedle } from './search-form.ts';

const finds = (search: string, text: string): boolean =>
  searchForm(text).includes(searchNeedle(search));

describe('searchForm', () => {
  it.each([
    ['https://Example.com/A?B=%C3', 'https://example.com/a?b=%c3'],
    ['https://xn--mnchen-3ya.de/A', 'https://xn--mnchen-3ya.de/a\nhttps://münchen.de/a'],
    ['xn--mnchen-3ya.de:8080', 'xn--mnchen-3ya.de:8080\nmünchen.de:8080'],
    ['https://a.xn--p1ai:8080/?x', 'https://a.xn--p1ai:8080/?x\nhttps://a.рф:8080/?x'],
    // Not a valid host name, or not in the host.
    ['https://xn--a/', 'https://xn--a/'],
    ['https://example.com/xn--mnchen-3ya.de', 'https://example.com/xn--mnchen-3ya.de'],
    ['', ''],
  ])('%s', (text, form) => {
    expect(searchForm(text)).toBe(form);
  });

  it('finds every part of every text, case-insensitive', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        (before, part, after) => {
          expect(finds(part, before + part + after)).toBe(true);
        },
      ),
    );
    expect(finds('ΑΣ', 'ΑΣΑ')).toBe(true);
  });

  it.each(['\n', 'a\n', '\nhttps://m'])(
    'never finds what stands between the spellings: %j',
    (search) => {
      expect(finds(search, 'https://xn--mnchen-3ya.de/a')).toBe(false);
    },
  );

  it.each(['%', '_', '*', '?', '.'])('has no wildcards: %s', (search) => {
    expect(finds(search, 'https://a')).toBe(false);
  });
});
