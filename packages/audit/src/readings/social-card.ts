import type { PageFacts } from '../page/page-facts.ts';
import { descriptionOf } from './descriptions.ts';
import { cutToWidth } from './pixel-width.ts';
import { shareImagesOf, shareTagsOf } from './share-tags.ts';
import { isVisible } from './text-length.ts';
import { titleOf } from './title.ts';

/** How a social network may show a link to the page. Networks differ in what they show. */
export interface SocialCard {
  /** The domain of the page: `example.com`. */
  readonly site: string;
  /** `og:title`, the title or the domain, cut with "…" at about two lines. */
  readonly title: string;
  /** `og:description` or the meta description, cut with "…" at about two lines; `null` without either. */
  readonly description: string | null;
  /** Whether the page names an image for the card. */
  readonly hasImage: boolean;
}

/** Two lines in a card that is 500 pixels wide. */
const boxes = {
  title: { fontSize: 16, pixels: 950 },
  description: { fontSize: 14, pixels: 950 },
} as const;

/** The card of a page, as its tags suggest it (Open Graph protocol, ogp.me). */
export function socialCardOf(page: PageFacts, finalUrl: string): SocialCard {
  const tags = shareTagsOf(page);
  const tag = (...names: readonly string[]) =>
    names
      .map((name) => tags.get(name)?.[0]?.content)
      .find((content) => content !== undefined && isVisible(content));
  const site = new URL(finalUrl).hostname.replace(/^www\./, '');
  const title = tag('og:title', 'twitter:title') ?? titleOf(page)?.text ?? site;
  const description =
    tag('og:description', 'twitter:description') ?? descriptionOf(page)?.text ?? null;
  return {
    site,
    title: cutToWidth(oneLine(title), boxes.title),
    description: description && cutToWidth(oneLine(description), boxes.description),
    hasImage: shareImagesOf(tags).length > 0 || tags.has('twitter:image'),
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
