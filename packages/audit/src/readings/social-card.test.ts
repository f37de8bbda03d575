import { expect, it } from 'vitest';
import { factsOf } from '../checks/fixtures/facts-of.ts';
import { socialCardOf } from './social-card.ts';

const of = async (head: string) =>
  socialCardOf((await factsOf({ head })).page, 'https://www.example.com/page');

it('shows the tags for link previews', async () => {
  const head = `<title>T</title><meta name=description content=D>
    <meta property="og:title" content=" Rye  bread "><meta property="og:description" content="Baked.">
    <meta property="og:image" content="https://example.com/a.jpg">`;
  expect(await of(head)).toEqual({
    site: 'example.com',
    title: 'Rye bread',
    description: 'Baked.',
    hasImage: true,
  });
});

it('falls back to the cards of X, then to title and description, then to the domain', async () => {
  const card =
    '<meta name="twitter:title" content="X"><meta name="twitter:description" content="Y">';
  expect(await of(`<title>T</title>${card}`)).toMatchObject({ title: 'X', description: 'Y' });
  const plain = '<title>T</title><meta name=description content=D>';
  expect(await of(plain)).toMatchObject({ title: 'T', description: 'D', hasImage: false });
  expect(await of('<meta property="og:title" content="&#8203;">')).toMatchObject({
    title: 'example.com',
    description: null,
  });
});

it('cuts long texts after a word', async () => {
  const { title, description } = await of(
    `<title>${'How to bake '.repeat(200)}</title><meta name=description content="${'word '.repeat(500)}">`,
  );
  expect(title).toMatch(/^How to bake .{60,140}…$/);
  expect(description).toMatch(/^word .{60,200}…$/);
});
