import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { lang } from './lang.ts';

it('passes a language', async () => {
  expect(await outcomeOf(lang, { html: '<html lang="de-AT"><p>Servus' })).toMatchObject({
    status: 'pass',
    value: 'de-AT',
  });
});

it.each([
  ['<html><p>Text', 'The <html> tag has no lang attribute.'],
  ['<p>Text', 'The <html> tag has no lang attribute.'],
  ['<html xml:lang="en"><p>Text', 'The <html> tag has no lang attribute.'],
  ['<html lang=" "><p>Text', 'The lang attribute of the <html> tag is empty.'],
])('fails %s', async (html, summary) => {
  expect(await outcomeOf(lang, { html })).toMatchObject({ status: 'fail', summary });
});

it('does not take the language of a part for that of the page', async () => {
  expect((await outcomeOf(lang, { html: '<html><p lang="en">Text' })).status).toBe('fail');
});
