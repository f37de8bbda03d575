import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { descriptionPlaceholder } from './description-placeholder.ts';

const filler =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore. ';
const of = (description: string, title = 'Rye bread') =>
  outcomeOf(descriptionPlaceholder, {
    head: `<title>${title}</title><meta name="description" content="${description}">`,
    body: '<p>We bake our bread every morning.</p>',
  });

it.each([
  filler,
  filler.repeat(4),
  '{{ description }}',
  'undefined',
  'null',
  'Web site created using create-react-app',
  'Just another WordPress site',
  'Your description here',
])('fails “%s”', async (description) => {
  expect(await of(description)).toMatchObject({
    status: 'fail',
    summary: expect.stringMatching(/^The meta description is “.+”: .+\.$/),
    evidence: [{ text: expect.stringContaining('<meta name="description"') }],
  });
});

it.each(['Home', 'example.com'])('warns about “%s”', async (description) => {
  expect((await of(description)).status).toBe('warn');
});

it('warns if it repeats the title', async () => {
  expect(await of(' RYE  bread', 'Rye bread')).toMatchObject({
    status: 'warn',
    summary: 'The meta description has the same text as the title.',
    value: 'RYE bread',
  });
});

it('does not repeat what the title is reported for', async () => {
  expect((await of('undefined', 'undefined')).status).toBe('pass');
});

it.each([
  'We bake rye bread every morning, and sell it until it is gone.',
  'Rye bread, and how to bake it',
  '毎朝、ライ麦パンを焼いています。',
  'What undefined means in JavaScript, and why {{ }} prints nothing.',
  'What lorem ipsum is, and where the filler text comes from',
])('passes “%s”', async (description) => {
  expect((await of(description)).status).toBe('pass');
});

it('does not apply without a description', async () => {
  expect((await outcomeOf(descriptionPlaceholder)).status).toBe('na');
});
