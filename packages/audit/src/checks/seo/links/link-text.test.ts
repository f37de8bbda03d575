import { expect, it } from 'vitest';
import { genericTextLanguages } from '../../../readings/generic-link-texts.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linkText } from './link-text.ts';

const of = (body: string, lang = 'en') =>
  outcomeOf(linkText, { html: `<!DOCTYPE html><html lang="${lang}"><body>${body}</body></html>` });
const link = (text: string, attributes = '') => `<a href="/other" ${attributes}>${text}</a>`;
const good = link('How to bake rye bread');

it.each([
  ['en', 'Click here'],
  ['en-GB', ' READ   More '],
  ['en_US', '<b>more</b> info'],
  ['en', 'Read more →'],
  ['en', '[Click here!]'],
  ['en', 'CLICK HERE'],
  // The accent is a separate character.
  ['es', 'Ma\u0301s informacion'],
  ['de', '» mehr …'],
  ['hi', 'और पढ़ें »'],
  ['ja', '続きを読む'],
  ['es', 'Más información'],
  ['es-MX', 'aquí'],
  ['pt-BR', 'Saiba mais'],
  ['ko', '자세히 보기'],
  ['sv', 'Läs mer'],
  ['de-AT', 'Weiterlesen'],
  ['de-DE', 'Klicke hier'],
  ['es', 'click aquí'],
  ['ta', 'மேலும் அறிக'],
  ['fa', 'اینجا کلیک کنید'],
  ['fr', 'En savoir plus'],
  ['it', 'Leggi tutto'],
  ['nl', 'Lees meer'],
  ['pl', 'Czytaj więcej'],
  ['ru', 'Подробнее'],
  ['zh-Hant', '閱讀更多'],
  ['tr', 'Devamını oku'],
  ['ar', 'اقرأ المزيد'],
  ['nb', 'Les mer'],
  ['fi', 'Lue lisää'],
  ['', 'En savoir plus'],
])('in "%s" reports "%s" as generic', async (lang, text) => {
  expect(await of(good + link(text), lang)).toMatchObject({
    status: 'warn',
    value: { links: 2, generic: 1 },
    evidence: [{ kind: 'html', line: 1, text: expect.stringContaining('<a href="/other"') }],
  });
});

it.each([
  ['/information', 'Information'],
  ['/de/mehr/', 'Mehr'],
  ['/components/link.html?theme=dark', 'Link'],
  ['/read-more', 'Read more'],
  ['/m%C3%A1s', 'Más'],
  ['/', 'Start'],
])('takes the name of the target %s for a description: %s', async (href, text) => {
  expect((await of(`${good}<a href="${href}">${text}</a>`, '')).status).toBe('pass');
});

it.each([
  ['/', 'Here'],
  ['/?s=rye', 'Start'],
  ['/information/rye', 'Information'],
  ['/start', 'Go'],
  ['/moreover', 'More'],
  ['/?page=more', 'More'],
])('takes no other words for the name of the target %s: %s', async (href, text) => {
  expect((await of(`${good}<a href="${href}">${text}</a>`)).status).toBe('warn');
});

it('compares the first 300 generic texts with their URLs', async () => {
  const { value } = await of(`${good}${'<a href="/here">Here</a>'.repeat(302)}`);
  expect(value).toMatchObject({ links: 303, generic: 2 });
});

it('scales with the share of generic texts, and quotes them', async () => {
  const outcome = await of(good.repeat(3) + link('Read more'));
  expect(outcome).toMatchObject({
    status: 'warn',
    summary: '1 of 4 link texts is generic: "Read more".',
    points: 0.646,
    evidence: [{ text: '<a href="/other" >Read more</a>' }],
  });
  expect(await of(good + link('Read more').repeat(2) + link('Here'))).toMatchObject({
    summary: '3 of 4 link texts are generic, such as "Read more".',
    points: 0.194,
  });
  expect(await of(link('Here'))).toMatchObject({ status: 'fail', points: 0 });
});

it.each([
  ['fr', 'Hier', 'yesterday, which is "here" in German'],
  ['fr', 'Mer', 'the sea, which is "more" in Swedish'],
  ['eo', 'Mas', 'a word of a language that has no list'],
  ['de', 'Start', 'what home is called on German sites'],
  ['en', 'Read more about rye', 'a descriptive text'],
  ['en', 'Here comes the sun', 'a text that only begins so'],
  ['en', 'https://example.com/other', 'a URL, which describes the target'],
])('in "%s" leaves "%s" alone: %s', async (lang, text) => {
  expect((await of(link(text), lang)).status).toBe('pass');
});

it.each([
  ['one that is read out in full', link('Read more', 'aria-label="Read more about rye"')],
  ['one that names by reference', `<h2 id=t>Rye bread</h2>${link('More', 'aria-labelledby=t')}`],
  [
    'one with a description for screen readers',
    link('Read more <span class="sr-only">about rye</span>'),
  ],
])('leaves alone %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<a href="#prices">here</a>',
  '<a href="/page">here</a>',
  '<a href="javascript:open()">here</a>',
  '<a href="JAVASCRIPT:void(0)">here</a>',
  '<a href="/page#prices">here</a>',
  '<a href="">here</a>',
  '<a href="mailto:a@example.com">here</a>',
  '<a href="tel:+3705">here</a>',
  '<a href="/other" rel="external nofollow">here</a>',
  '<a name=here>here</a>',
  '<a href="/other"><img src=a.png></a>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it.each([
  ['its own language', '<a href="/other" lang="de">Weiterlesen</a>'],
  ['the language of an ancestor', '<div lang="de-AT"><p><a href="/other">hier</a></p></div>'],
  ['the nearest language', '<div lang="fr"><p lang="de"><a href="/other">Mehr</a></p></div>'],
  ['an unknown language', '<p lang=""><a href="/other">Mehr</a></p>'],
])('compares a text with the list of %s', async (_what, body) => {
  expect(await of(good + body, 'en')).toMatchObject({ status: 'warn', value: { generic: 1 } });
});

it.each([
  ['its own language', '<a href="/other" lang="fr">Hier</a>'],
  ['the language of an ancestor', '<div lang="sv"><p><a href="/other">Start</a></p></div>'],
  [
    'the language of the page, after a part in another',
    '<p lang=de>Ja</p><a href="/other">Mehr</a>',
  ],
])('does not compare it with the lists of other languages: %s', async (_what, body) => {
  expect((await of(body, 'en')).status).toBe('pass');
});

it('fails if every text is generic, and lists them', async () => {
  expect(await of(link('Here') + link('Here') + link('More'))).toMatchObject({
    status: 'fail',
    value: { texts: ['Here', 'More'] },
    summary: expect.stringContaining('such as "Here"'),
  });
});

it('has texts for at least nineteen languages', () => {
  expect(genericTextLanguages).toEqual(
    expect.arrayContaining(['de', 'en', 'es', 'fa', 'ja', 'ko', 'pt', 'sv', 'ta']),
  );
  expect(genericTextLanguages.length).toBeGreaterThanOrEqual(19);
});

it('warns about "page", also as the name of a file', async () => {
  expect((await of('<p>Visit my <a href="page.html">page</a>.</p>')).status).toBe('fail');
});
