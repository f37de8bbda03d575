import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { loremIpsum } from './lorem-ipsum.ts';

const filler =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.';
const realText = 'We bake our bread every morning in the old oven behind the shop. ';

it('fails a page of filler', async () => {
  expect(await outcomeOf(loremIpsum, { body: `<p>${filler}</p><p>${filler}</p>` })).toMatchObject({
    status: 'fail',
    summary: 'The text contains “lorem ipsum” 2 times.',
    value: { uses: 2, excerpt: expect.stringMatching(/^Lorem ipsum dolor/) },
  });
});

it('warns about some that was forgotten on a page with a text', async () => {
  const body = `<p>${realText.repeat(40)}</p><h3 class=a>Lorem ipsum dolor sit</h3><p>${filler}</p>`;
  const outcome = await outcomeOf(loremIpsum, { body });
  expect(outcome).toMatchObject({
    status: 'warn',
    evidence: [{ text: '<h3 class=a>Lorem ipsum dolor sit</h3>' }],
  });
});

it.each([
  ['its own text', { body: realText }],
  ['a page about it', { head: '<title>What is Lorem Ipsum?</title>', body: filler.repeat(3) }],
  [
    'an article that names it',
    { body: `<p>The lorem ipsum is older than you think.</p>${filler}` },
  ],
  ['a generator', { body: `<h1>Dummy text generator</h1><p>${filler}</p>` }],
  [
    'a Latin text',
    { body: '<p>Neque porro quisquam est, qui dolorem ipsum quia dolor sit amet.</p>' },
  ],
  [
    'a description of it, which is another finding',
    { head: `<meta name=description content="${filler}">`, body: realText },
  ],
  ['a mere mention', { body: '<p>No more lorem ipsum!</p>' }],
])('passes %s', async (_what, page) => {
  expect((await outcomeOf(loremIpsum, page)).status).toBe('pass');
});
