import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { langMatchesText } from './lang-matches-text.ts';

const german = 'Wir backen das Brot jeden Morgen und bringen es zu den Leuten. '.repeat(15);
const english = 'We bake the bread every morning and bring it to the people. '.repeat(15);
const russian = 'Мы печём наш хлеб каждое утро и несём его тем, кто его заказал. '.repeat(15);
const bulgarian = 'Хлябът се пече всяка сутрин, а после го носим у дома. '.repeat(15);

const of = (lang: string, text: string, more = '') =>
  outcomeOf(langMatchesText, {
    html: `<!DOCTYPE html>\n<html lang="${lang}"><title>T</title><p>${text}</p>${more}`,
  });

it.each(['de', 'de-CH', 'DE_at', ' de '])('passes German declared as %j', async (lang) => {
  expect(await of(lang, german)).toMatchObject({
    status: 'pass',
    summary: 'The text is in German, as declared.',
    value: 'de',
  });
});

it('fails another language, and quotes the tag', async () => {
  expect(await of('en-US', german)).toMatchObject({
    status: 'fail',
    summary: 'The page declares English, but its text seems to be in German.',
    value: { declared: 'en', found: 'de', script: 'latin' },
    evidence: [{ text: '<html lang="en-US">', line: 2, column: 1 }],
  });
});

it('fails another script, even if the language is unknown', async () => {
  expect((await of('en', russian)).summary).toContain('seems to be in Russian.');
  expect((await of('de', bulgarian)).summary).toContain('in a language in Cyrillic script.');
});

it.each([
  ['no language', '', german],
  ['an unknown one', 'tlh', german],
  ['a language and a script', 'sr-Latn', german],
  ['a short text', 'en', 'Wir backen das Brot jeden Morgen und bringen es zu den Leuten.'],
  ['a text of two languages', 'en', `${german} ${german} ${english}`],
  ['a language like it', 'bg', russian],
])('does not apply to %s', async (_what, lang, text) => {
  expect((await of(lang, text)).status).toBe('na');
});

it('believes an element that declares the language of its text', async () => {
  const html = `<html lang="en"><body><main lang="de-DE"><p>${german}</p></main>`;
  expect((await outcomeOf(langMatchesText, { html })).status).toBe('na');
});

it('is not put off by a part in a third language', async () => {
  const { status } = await of('en', german, '<p lang="fr">Bonjour</p>');
  expect(status).toBe('fail');
});

it('is not put off by an element without text', async () => {
  expect((await of('en', german, '<p lang="de"></p>')).status).toBe('fail');
});

it('does not apply without a tag', async () => {
  expect((await outcomeOf(langMatchesText, { html: `<p>${german}` })).status).toBe('na');
});

it('uses xml:lang only in XML, as browsers do', async () => {
  const html = `<html xml:lang="en"><p>${german}`;
  const headers = { 'content-type': 'application/xhtml+xml' };
  expect((await outcomeOf(langMatchesText, { html })).status).toBe('na');
  expect((await outcomeOf(langMatchesText, { html, headers })).status).toBe('fail');
});
