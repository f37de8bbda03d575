import { expect, it } from 'vitest';
import { script } from '../../../readings/structured-data/fixtures/structured-page.ts';
import { outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { languagesAgree } from './languages-agree.ts';

const of = (lang: string, head: string, more: PageUnderTest & { text?: string } = {}) =>
  outcomeOf(languagesAgree, {
    html: `<!doctype html><html lang="${lang}"><head>${head}</head><body>${more.text ?? 'x'}</body></html>`,
    ...more,
  });
const locale = (content: string) => `<meta property="og:locale" content="${content}">`;
const data = (type: string, inLanguage: unknown) =>
  script({ '@context': 'https://schema.org', '@type': type, inLanguage });

it.each([
  ['og:locale', locale('en_US')],
  ['content-language', '<meta http-equiv="Content-Language" content="en">'],
  ['inLanguage', data('WebPage', 'en-US')],
  ['inLanguage', data('NewsArticle', 'en-US')],
])('finds another language in %s', async (name, head) => {
  expect(await of('de', head)).toMatchObject({
    status: 'warn',
    summary: expect.stringMatching(`^The <html> tag declares the language “de”, ${name} “en`),
    evidence: [{ text: '<html lang="de">' }, { kind: 'html' }],
  });
});

it('finds another language in the header', async () => {
  expect(await of('de', '', { headers: { 'content-language': 'en' } })).toMatchObject({
    status: 'warn',
    evidence: [{}, { kind: 'header', text: 'Content-Language: en' }],
  });
});

it.each([
  ['another region', 'en-GB', locale('en_US')],
  ['a macrolanguage', 'nb', locale('no_NO')],
  ['an outdated code', 'he', data('WebPage', 'iw')],
  ['a script', 'zh-Hant-HK', locale('zh_HK')],
  ['a list of audiences', 'de', '<meta http-equiv=content-language content="en, de">'],
  ['an alias', 'fil', locale('tl_PH')],
  ['several locales', 'de', locale('en_US') + locale('de_DE')],
  [
    'a page about an article in another language',
    'de',
    data('WebPage', 'de') + data('Article', 'en'),
  ],
])('passes %s', async (_name, lang, head) => {
  expect((await of(lang, head)).status).toBe('pass');
});

it.each([
  ['an embedded film in another language', 'de', data('VideoObject', 'en')],
  ['a book in another language', 'de', data('Book', 'en')],
  ['a language that Facebook does not offer', 'lb', locale('fr_FR')],
  ['the name of a language', 'de', data('WebPage', 'German')],
  ['an alternate locale', 'de', '<meta property="og:locale:alternate" content="en_US">'],
  ['no lang', '', locale('en_US')],
  ['a lang that is not valid, which lang-valid reports', 'deutsch', locale('en_US')],
  ['no other declaration', 'de', ''],
])('does not apply to %s', async (_name, lang, head) => {
  expect((await of(lang, head)).status).toBe('na');
});

it('leaves a lang that contradicts the text to lang-matches-text', async () => {
  const text = `<p>${'The bread of this town is baked with rye, and it has been so for as long as people can remember. '.repeat(30)}</p>`;
  expect((await of('de', locale('en_US'), { text })).status).toBe('na');
  expect((await of('en', locale('de_DE'), { text })).status).toBe('warn');
});

it('reads the first 100 declarations', async () => {
  const others = `${locale('de_DE').repeat(99)}<meta name=x content=y>${locale('fr_FR').repeat(9)}`;
  const { value } = await of('en', others);
  expect(value).toMatchObject({ others: { length: 100 } });
});
