import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { descriptionMultiple } from './description-multiple.ts';

const meta = (content: string, name = 'description') =>
  `<meta name="${name}" content="${content}">`;
const of = (head: string, body = '') => outcomeOf(descriptionMultiple, { head, body });

it('passes one, beside those for sharing', async () => {
  const sharing = '<meta property="og:description" content="B">';
  expect((await of(meta('A') + sharing + meta('C', 'twitter:description'))).status).toBe('pass');
});

it('warns about two, whether they differ or not, and quotes them', async () => {
  expect(await of(meta('A') + meta('B', 'Description'))).toMatchObject({
    status: 'warn',
    summary: 'The <head> has 2 different meta descriptions.',
    value: 2,
    evidence: [{ text: meta('A') }, { text: meta('B', 'Description') }],
  });
  expect((await of(meta('A') + meta(' A '))).summary).toBe(
    'The <head> repeats the same meta description 2 times.',
  );
});

it('leaves one in the body to another check', async () => {
  expect((await of(meta('A'), `<p>Text</p>${meta('B')}`)).status).toBe('pass');
  expect((await of('', `<p>Text</p>${meta('B')}`)).status).toBe('na');
});
