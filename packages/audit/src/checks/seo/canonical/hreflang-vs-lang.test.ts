import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { hreflangVsLang } from './hreflang-vs-lang.ts';

const pageUrl = 'https://example.com/page';
const of = (lang: string, ...codes: readonly string[]) =>
  outcomeOf(hreflangVsLang, {
    html: `<!DOCTYPE html><html lang="${lang}"><head>${codes
      .map((code) => `<link rel="alternate" hreflang="${code}" href="${pageUrl}">`)
      .join('')}</head>`,
  });

it.each([
  ['en', 'en'],
  ['en-US', 'en-GB'],
  ['he', 'iw'],
  ['nb-NO', 'no'],
  ['zh-Hant', 'zh-TW'],
  ['fil', 'tl'],
])('passes %s in the tag and %s in the link', async (lang, code) => {
  expect((await of(lang, code)).status).toBe('pass');
});

it('warns about another language, and quotes both', async () => {
  expect(await of('en', 'de-AT')).toMatchObject({
    status: 'warn',
    value: { hreflang: 'de-AT', lang: 'en' },
    evidence: [{ text: '<html lang="en">' }, { kind: 'html' }],
  });
});

it('accepts any of the codes of the page', async () => {
  expect((await of('fr', 'x-default', 'en', 'fr')).status).toBe('pass');
});

it('does not apply if one of them is missing', async () => {
  expect((await of('en')).status).toBe('na');
  expect((await of('en', 'x-default')).status).toBe('na');
  expect((await of('en', 'deutsch')).status).toBe('na');
  expect((await of('', 'de')).status).toBe('na');
  expect((await of('english', 'de')).status).toBe('na');
  const head = '<link rel="alternate" hreflang="de" href="https://example.com/seite">';
  expect((await outcomeOf(hreflangVsLang, { head })).status).toBe('na');
});
