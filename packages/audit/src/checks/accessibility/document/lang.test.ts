import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { lang } from './lang.ts';

// The rule that the cases cover:
// https://www.w3.org/WAI/standards-guidelines/act/rules/b5c3f8/

it('passes a language', async () => {
  expect(await outcomeOf(lang, { html: '<html lang="de-AT"><p>Servus' })).toMatchObject({
    status: 'pass',
    value: 'de-AT',
  });
});

it.each([
  ['<html><p>Text', 'The <html> tag has no lang attribute.'],
  ['<p>Text', 'The <html> tag has no lang attribute.'],
  [
    '<html xml:lang="en"><p>Text',
    'The <html> tag has no lang attribute; browsers ignore xml:lang in HTML.',
  ],
  ['<html lang=" "><p>Text', 'The lang attribute of the <html> tag is empty.'],
])('fails %s', async (html, summary) => {
  expect(await outcomeOf(lang, { html })).toMatchObject({ status: 'fail', summary });
});

it('quotes the tag', async () => {
  expect(await outcomeOf(lang, { html: '\n<html class="no-js"><p>Text' })).toMatchObject({
    evidence: [{ text: '<html class="no-js">', line: 2 }],
  });
});

it('uses xml:lang if the page is XHTML', async () => {
  const headers = { 'content-type': 'application/xhtml+xml' };
  const html = '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><p>Text';
  expect((await outcomeOf(lang, { html, headers })).status).toBe('pass');
});

it('ignores the language of a part of the page', async () => {
  expect((await outcomeOf(lang, { html: '<html><p lang="en">Text' })).status).toBe('fail');
});

it('reports another language in xml:lang', async () => {
  const html = '<html lang="en" xml:lang="fr"><p>Text';
  expect(await outcomeOf(lang, { html })).toMatchObject({
    status: 'warn',
    summary: 'The <html> tag declares en in lang, but fr in xml:lang.',
    value: 'en',
    evidence: [{ text: '<html lang="en" xml:lang="fr">' }],
  });
});

it.each(['lang="en" xml:lang="EN"', 'lang="en-GB" xml:lang="en"', 'lang="en" xml:lang=""'])(
  'passes %s',
  async (attributes) => {
    expect((await outcomeOf(lang, { html: `<html ${attributes}><p>Text` })).status).toBe('pass');
  },
);
