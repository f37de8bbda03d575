import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { twitterCard } from './twitter-card.ts';

const tag = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
const title = tag('og:title', 'A');
const of = (head: string) => outcomeOf(twitterCard, { head });

it('warns without a card', async () => {
  expect(await of(title)).toMatchObject({ status: 'warn', value: { card: null } });
});

it('quotes a tag with another attribute than content', async () => {
  const card = '<meta name="Twitter:Card" value="summary">';
  expect(await of(title + card)).toMatchObject({
    status: 'warn',
    summary: 'The twitter:card tag has no content attribute.',
    evidence: [{ text: card }],
  });
});

it('passes without one if X uses the Open Graph tags', async () => {
  const head = title + tag('og:type', 'website') + tag('og:description', 'B');
  expect((await of(head)).status).toBe('pass');
});

it.each(['summary', 'summary_large_image', 'player', ' Summary '])(
  'passes the card %j',
  async (card) => {
    const outcome = await of(title + tag('twitter:card', card));
    expect(outcome).toMatchObject({ status: 'pass', value: { card: card.trim().toLowerCase() } });
  },
);

it('reads it from property as well, and uses the last of several', async () => {
  const head = `<meta property="twitter:card" content="summary">${tag('twitter:card', 'player')}`;
  expect((await of(title + head)).value).toEqual({ card: 'player' });
});

it.each(['photo', 'summary-large-image'])(
  'warns about the card %s, which X does not have',
  async (card) => {
    expect(await of(title + tag('twitter:card', card))).toMatchObject({
      status: 'warn',
      summary: `“${card}” is not a card type that X supports.`,
      evidence: [{ kind: 'html', text: tag('twitter:card', card) }],
    });
  },
);

it('warns about a card without a title, unless it is of an app', async () => {
  expect((await of(tag('twitter:card', 'summary'))).status).toBe('warn');
  expect((await of(tag('twitter:card', 'app'))).status).toBe('pass');
  expect((await of(tag('twitter:card', 'summary') + tag('twitter:title', 'A'))).status).toBe(
    'pass',
  );
});
