import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { isLanguage, isSubtag } from '../packages/audit/src/readings/language/subtag-registry.ts';
import { languageSubtagsSource } from './generate-language-subtags.ts';

const table = new URL('../packages/audit/src/readings/language/subtags.ts', import.meta.url);

it('the table equals the registry', () => {
  expect(readFileSync(table, 'utf8')).toBe(languageSubtagsSource());
});

it('every subtag of the registry is known, and no other language of two or three letters', () => {
  const require = createRequire(import.meta.url);
  const entries: readonly {
    readonly Type: string;
    readonly Subtag?: string;
  }[] = require('language-subtag-registry/data/json/registry.json');
  const of = (type: string) =>
    entries.flatMap(({ Type, Subtag }) =>
      Type === type && Subtag !== undefined && !Subtag.includes('..') ? [Subtag] : [],
    );
  for (const kind of ['script', 'region', 'variant'] as const) {
    expect(of(kind).filter((subtag) => !isSubtag(kind, subtag))).toEqual([]);
  }
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const two = letters.flatMap((a) => letters.map((b) => a + b));
  const three = two.flatMap((code) => letters.map((c) => code + c));
  const isReserved = (code: string) => 'qaa' <= code && code <= 'qtz' && code.length === 3;
  const found = [...two, ...three].filter((code) => isLanguage(code) && !isReserved(code));
  expect(found.sort()).toEqual(of('language').sort());
});
