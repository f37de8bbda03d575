import type { PageFacts, SourceTag } from '../page/page-facts.ts';
import { isAlternate } from './alternate-link.ts';
import { descriptionsOf } from './descriptions.ts';
import { memoize } from './memoize.ts';
import { metasNamed } from './metas-by-name.ts';
import { isVisible } from './text-length.ts';

/** A tag for the head that the HTML parser puts into the body. */
interface TagOutsideHead {
  readonly kind: 'title' | 'description' | 'robots' | 'canonical' | 'hreflang';
  readonly tag: SourceTag;
}

/** What the tags are called in summaries. */
export const tagNames: Readonly<Record<TagOutsideHead['kind'], string>> = {
  title: 'the title',
  description: 'the meta description',
  robots: 'robots directives',
  canonical: 'the canonical link',
  hreflang: 'links to other languages (hreflang)',
};

/** Robots tags that Google reads: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */
const robotsNames = ['robots', 'googlebot', 'googlebot-news'] as const;

/**
 * Tags for search engines in the body, in source order. A title, a description or a canonical link is
 * left out if the head has one too, because nothing is lost.
 */
export const tagsOutsideHead = memoize((page: PageFacts): readonly TagOutsideHead[] => {
  const titles = page.titles.filter(({ text }) => isVisible(text));
  const descriptions = descriptionsOf(page).flatMap(({ tag, text }) => (text === '' ? [] : [tag]));
  const robots = robotsNames
    .flatMap((name) => metasNamed(page, name))
    .filter(({ content }) => content?.trim());
  const links = page.links.filter(({ href }) => href?.trim());
  const canonicals = links.filter(({ rel }) => rel.includes('canonical'));
  const versions = links.filter((link) => isAlternate(link) && link.hreflang?.trim());
  return [
    ...ofKind('title', unlessInHead(titles)),
    ...ofKind('description', unlessInHead(descriptions)),
    ...ofKind('robots', robots),
    ...ofKind('canonical', unlessInHead(canonicals)),
    ...ofKind('hreflang', versions),
  ].sort((a, b) => a.tag.line - b.tag.line || a.tag.column - b.tag.column);
});

/** Tags for search engines that an element in the head cut off from it. */
export function tagsCutOff(page: PageFacts): readonly TagOutsideHead[] {
  const { headBrokenBy } = page;
  if (headBrokenBy === null) return [];
  const lateBody = bodyAfterBreak(page);
  // Tags after the page's own <body> were never meant for the head.
  return tagsOutsideHead(page).filter(
    ({ tag }) => isBefore(headBrokenBy, tag) && !(lateBody && isBefore(lateBody, tag)),
  );
}

/** The page's own `<body>` tag, after an element that ended the head early. */
export function bodyAfterBreak({ headBrokenBy, strayTags }: PageFacts): SourceTag | undefined {
  return headBrokenBy === null ? undefined : strayTags.find(({ html }) => /^<body\b/i.test(html));
}

function isBefore(a: SourceTag, b: SourceTag): boolean {
  return a.line < b.line || (a.line === b.line && a.column <= b.column);
}

interface Placed extends SourceTag {
  readonly inHead: boolean;
}

function unlessInHead(tags: readonly Placed[]): readonly Placed[] {
  return tags.some(({ inHead }) => inHead) ? [] : tags;
}

function ofKind(kind: TagOutsideHead['kind'], tags: readonly Placed[]): readonly TagOutsideHead[] {
  return tags.filter(({ inHead }) => !inHead).map((tag) => ({ kind, tag }));
}
