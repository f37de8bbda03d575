import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { readability } from './readability.ts';

const of = (text: string, lang = 'en') =>
  outcomeOf(readability, { html: `<html lang="${lang}"><p>${text}</p>` });

const easy = 'We bake the bread in the old oven, and you can eat it here. '.repeat(10);
const hard =
  'The institutionalisation of organisational accountability necessitates the comprehensive reconsideration of administrative responsibilities and of the interdependencies that characterise the international regulatory infrastructure. '.repeat(
    6,
  );

it('passes an easy text', async () => {
  const { status, summary, value } = await of(easy);
  expect(status).toBe('pass');
  expect(summary).toMatch(/^The Flesch reading ease is \d+ of 100: easy to read\.$/);
  expect(value).toMatchObject({ words: 140, sentences: 10 });
});

it.each([
  [
    'fairly difficult',
    'You can order any of the seasonal pastry and the biscuits over the telephone. ',
  ],
  ['difficult', 'You can order all of the seasonal varieties of pastry for an anniversary. '],
])('calls a text %s, without a warning', async (how, sentence) => {
  expect(await of(sentence.repeat(20))).toMatchObject({
    status: 'pass',
    summary: expect.stringMatching(new RegExp(`of 100: ${how} to read\\.$`)),
  });
});

it('warns about a very hard one', async () => {
  expect((await of(hard)).status).toBe('warn');
});

it.each([
  [
    'a text in another language',
    'Wir backen das Brot im alten Ofen, und Sie können es essen. '.repeat(20),
    'en',
  ],
  ['a text that is declared to be in another one', easy, 'de'],
  [
    'a few sentences',
    'We bake the bread in the old oven, and you can eat it here. '.repeat(7),
    'en',
  ],
  ['a menu', 'All of our bread and the rolls '.repeat(30), 'en'],
])('does not apply to %s', async (_what, text, lang) => {
  expect((await of(text, lang)).status).toBe('na');
});

it('detects the language of the text if none is declared', async () => {
  expect((await outcomeOf(readability, { html: `<p>${easy}</p>` })).status).toBe('pass');
});
