import { tagEvidence, tagsEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import { isLeftPrivate } from '../../../readings/own-url.ts';
import { shareTagsOf } from '../../../readings/share-tags.ts';
import type { Check } from '../../check.ts';

/** The card types of X: developer.x.com/cards/markup */
const cards: ReadonlySet<string> = new Set(['summary', 'summary_large_image', 'app', 'player']);
/** With these tags, X may show a summary card without twitter:card. */
const enough = ['og:type', 'og:title', 'og:description'] as const;

/** The page declares the card type for X, which takes everything else from Open Graph. */
export const twitterCard: Check = {
  id: 'twitter-card',
  category: 'seo',
  importance: 'info',
  family: 'social',
  title: 'X can show a card for the page',
  advice:
    'Add <meta name="twitter:card" content="summary_large_image"> to the <head>. X takes the title, text and image from Open Graph.',
  why: 'X reads from this tag how to show a shared link, with its title, text and picture.',
  source:
    'https://developer.x.com/en/docs/x-for-websites/cards/overview/summary-card-with-large-image',
  run: (facts) => {
    const { page } = facts;
    const tags = shareTagsOf(page);
    const declared = tags.get('twitter:card') ?? [];
    const card = declared
      .map(({ content }) => content.slice(0, 100).toWellFormed().toLowerCase())
      .at(-1);
    const value = { card: card ?? null };
    const evidence = declared.map(({ meta }) => tagEvidence(meta));
    if (card === undefined) {
      if (enough.every((name) => tags.has(name))) {
        return {
          status: 'pass',
          summary: 'X can build a small card from the Open Graph tags.',
          value,
        };
      }
      const valueless = page.metas.filter(
        ({ name, property, content }) => content === null && (isCard(name) || isCard(property)),
      );
      return {
        status: 'warn',
        summary:
          valueless.length > 0
            ? 'The twitter:card tag has no content attribute.'
            : 'The page has no twitter:card tag.',
        value,
        evidence: tagsEvidence(valueless),
      };
    }
    if (!cards.has(card)) {
      return {
        status: 'warn',
        summary: `“${card}” is not a card type that X supports.`,
        value,
        evidence,
      };
    }
    const isNamed = tags.has('twitter:title') || tags.has('og:title');
    if (!isNamed && card !== 'app') {
      return { status: 'warn', summary: 'The card for X has no title.', value, evidence };
    }
    const images = ['twitter:image', 'twitter:image:src'].flatMap((name) => tags.get(name) ?? []);
    const local = images.filter(({ content }) => isLeftPrivate(facts, content));
    const [image] = local;
    if (image !== undefined) {
      return {
        status: 'warn',
        summary: `The image of the card has a private address, which no one else can open: ${shorten(image.content, 100)}`,
        value,
        advice: 'Write the public address of the image into the quoted tags.',
        evidence: local.map(({ meta }) => tagEvidence(meta)),
      };
    }
    return { status: 'pass', summary: `The twitter:card is ${card}.`, value, evidence };
  },
};

function isCard(name: string | null): boolean {
  return name?.trim().toLowerCase() === 'twitter:card';
}
