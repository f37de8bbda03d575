import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { keywordsInContent } from './keywords-in-content.ts';

const filler = 'we bake in the old oven every day and bring it to you. '.repeat(5);

interface Parts {
  readonly title: string;
  readonly body: string;
  readonly description?: string;
  readonly lang?: string;
  readonly url?: string;
}

const of = ({ title, body, description, lang = 'en', url }: Parts) => {
  const meta =
    description === undefined ? '' : `<meta name="Description" content="${description}">`;
  return outcomeOf(keywordsInContent, {
    ...(url === undefined ? {} : { url }),
    html: `<!DOCTYPE html><html lang="${lang}"><head><meta charset=utf-8><title>${title}</title>${meta}</head><body>${body}`,
  });
};

it('passes if a word of the title occurs, and lists where', async () => {
  const outcome = await of({
    title: 'The Rye Bread of Our Village',
    description: 'Bread from the village',
    body: `<h2>Rye</h2><p>Our rye bread: ${filler}</p>`,
  });
  expect(outcome).toMatchObject({
    status: 'pass',
    summary: '2 of 3 words of the title appear in the text.',
    value: {
      words: ['rye', 'bread', 'village'],
      inText: ['rye', 'bread'],
      inHeadings: ['rye'],
      inDescription: ['bread', 'village'],
    },
    evidence: [{ text: '<title>The Rye Bread of Our Village</title>' }],
  });
});

it.each([
  ['with another ending', 'de', 'Bäckereien', 'Unsere Bäckerei backt jeden Tag und'],
  ['in another case of Russian', 'ru', 'Хлебопекарня', 'в нашей хлебопекарне каждый день'],
  ['in Japanese', 'ja', '天然酵母パンの店', '天然の酵母で焼いたパンです。'],
  ['in Chinese', 'zh', '新鲜面包', '我们的面包每天都是新的。'],
  ['in Korean with a particle', 'ko', '블로그에서', '우리 블로그는 매일'],
])('recognises a word %s', async (_what, lang, title, text) => {
  expect((await of({ title, lang, body: `<p>${text} ${filler}` })).status).toBe('pass');
});

it('fails if none occurs', async () => {
  const outcome = await of({ title: 'Used cars', body: `<h1>Rye</h1><p>${filler}` });
  expect(outcome).toMatchObject({ status: 'fail', value: { inText: [], inHeadings: [] } });
});

it('does not count function words', async () => {
  expect((await of({ title: 'In the sky', body: `<p>${filler}` })).status).toBe('fail');
});

it.each([
  ['the description', { description: 'Fresh rye', body: `<p>${filler}` }],
  ['an image', { body: `<img src=a.png alt="Rye"><p>${filler}` }],
])('warns if they occur only in %s', async (_where, parts) => {
  expect((await of({ title: 'Rye', ...parts })).status).toBe('warn');
});

it.each([
  ['without a title', { title: '', body: `<p>${filler}` }],
  ['where the title has but function words', { title: 'What we do', body: `<p>${filler}` }],
  [
    'to the name of the site',
    { title: 'Bakery', body: `<p>${filler}`, url: 'https://bakery.org/' },
  ],
  ['to a page without text, which other checks are for', { title: 'Rye', body: '<p>Loading' }],
  ['to Thai, where nothing parts words', { title: 'ขนมปังสดใหม่', lang: 'th', body: `<p>${filler}` }],
])('does not apply %s', async (_what, parts) => {
  expect((await of(parts)).status).toBe('na');
});

it('asks for 50 words of text', async () => {
  const text = (count: number) => `<p>${'oven '.repeat(count)}`;
  expect((await of({ title: 'Rye', body: text(49) })).status).toBe('na');
  expect((await of({ title: 'Rye', body: text(50) })).status).toBe('fail');
});

it('finds words behind the beginning of a long text', async () => {
  const body = `<p>${'oven '.repeat(5_000)} rye</p>`;
  expect(await of({ title: 'Rye oven', body })).toMatchObject({
    status: 'pass',
    value: { inText: ['rye', 'oven'] },
  });
});

it('does not apply to a placeholder, which is another finding', async () => {
  const body = `<p>${'We bake bread every morning. '.repeat(40)}</p>`;
  const of = async (title: string) =>
    (await outcomeOf(keywordsInContent, { head: `<title>${title}</title>`, body })).status;
  expect([await of('Untitled Document'), await of('Cars')]).toEqual(['na', 'fail']);
});
