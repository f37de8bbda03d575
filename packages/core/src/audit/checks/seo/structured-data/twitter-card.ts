import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { shareTagsOf } from './share-tags.ts';

/** The kinds of card that X has: developer.x.com/cards/markup */
const cards: ReadonlySet<string> = new Set(['summary', 'summary_large_image', 'app', 'player']);
/** With these, X may show a summary card by itself, as its table of fallbacks says. */
const enough = ['og:type', 'og:title', 'og:description'] as const;

/** X is told what kind of card to show; it takes everything else from Open Graph. */
export const twitterCard: Check = {
  id: 'twitter-card',
  category: 'seo',
  importance: 'info',
  title: 'X is told how to show the page',
  advice:
    'Add <meta name="twitter:card" content="summary_large_image"> to the <head>; title, text and picture are taken from Open Graph.',
  source:
    'https://developer.x.com/en/docs/x-for-websites/cards/overview/summary-card-with-large-image',
  run: ({ page }) => {
    const tags = shareTagsOf(page);
    const said = tags.get('twitter:card') ?? [];
    const card = said
      .map(({ content }) => content.slice(0, 100).toWellFormed().toLowerCase())
      .at(-1);
    const value = { card: card ?? null };
    const evidence = said.map(({ meta }) => tagEvidence(meta));
    if (card === undefined) {
      if (enough.every((name) => tags.has(name))) {
        return {
          status: 'pass',
          summary: 'X can make a small card of the Open Graph tags.',
          value,
        };
      }
      return { status: 'warn', summary: 'X is not told what kind of card to show.', value };
    }
    if (!cards.has(card)) {
      return { status: 'warn', summary: `X has no card “${card}”.`, value, evidence };
    }
    const isNamed = tags.has('twitter:title') || tags.has('og:title');
    if (!isNamed && card !== 'app') {
      return { status: 'warn', summary: 'The card for X has no title.', value, evidence };
    }
    return { status: 'pass', summary: `X shows a card (${card}).`, value, evidence };
  },
};
