import type { CpuAccount } from '../../cpu-account.ts';
import { takeTurns } from '../../page/turns.ts';
import { comparableUrl } from '../comparable-url.ts';

/** An element of the page and the URL that it names. */
export interface NamedUrl<Tag> {
  readonly tag: Tag;
  readonly url: URL;
}

/** A page can have ten thousand links, and parsing a URL takes its time. */
const turnMs = 2;

/**
 * The different http(s) URLs that elements of a page name, each with the first element that does,
 * without fragments.
 *
 * @param base - What the page's URLs are resolved on.
 * @param without - URLs to leave out.
 */
export async function namedUrls<Tag>(
  tags: readonly Tag[],
  hrefOf: (tag: Tag) => string | null,
  base: URL,
  without: readonly URL[],
  cpu: CpuAccount,
): Promise<readonly NamedUrl<Tag>[]> {
  const turns = takeTurns(turnMs, cpu);
  const seen = new Set(without.map(comparableUrl));
  const named: NamedUrl<Tag>[] = [];
  for (const tag of tags) {
    if (turns.isOver()) await turns.next();
    const href = hrefOf(tag)?.trim() ?? '';
    if (href === '' || href.startsWith('#') || !URL.canParse(href, base.href)) continue;
    const url = new URL(href, base);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') continue;
    url.hash = '';
    const key = comparableUrl(url);
    if (seen.has(key)) continue;
    seen.add(key);
    named.push({ tag, url });
  }
  return named;
}

/** Some of a list, spread evenly over it, in its order. The same list gives the same sample. */
export function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  return Array.from(
    { length: most },
    (_, index) => items[Math.floor((index * items.length) / most)],
  ).filter((item) => item !== undefined);
}
