import type { CpuAccount } from './cpu-account.ts';
import { comparableUrl } from './fetch/comparable-url.ts';
import { baseUrlOf } from './page/base-url.ts';
import type { AnchorFact, PageFacts, SourceTag } from './page/page-facts.ts';
import { takeTurns } from './page/turns.ts';

/** A link of the page, and where it leads. */
export interface PageLink {
  readonly tag: AnchorFact;
  /** `null` where there is no `href`, or none that can be resolved. */
  readonly url: URL | null;
  /**
   * `self`: the page itself, apart from a fragment. `internal`: another http(s) URL of its host, with
   * or without `www.`. `external`: of another host. `other`: another scheme, such as `mailto:`.
   * `invalid`: the `href` is no URL. `none`: there is none.
   */
  readonly kind: 'self' | 'internal' | 'external' | 'other' | 'invalid' | 'none';
  /** Of an http(s) URL, as {@link comparableUrl} has it; else `null`. */
  readonly comparable: string | null;
}

/** How a page loads something. */
export type ResourceKind = 'script' | 'stylesheet' | 'image' | 'media' | 'frame' | 'object';

/** Something that a page loads, and from where. */
export interface PageResource {
  readonly tag: SourceTag;
  readonly kind: ResourceKind;
  readonly url: URL;
}

/** The URLs of a page, each resolved once. Lists are in the order of {@link PageFacts}. */
export interface PageUrls {
  /** What the page's URLs are resolved on. */
  readonly base: URL;
  readonly links: readonly PageLink[];
  /** Those with an http(s) URL; of a `srcset` the first. */
  readonly resources: readonly PageResource[];
}

/** Parsing a URL takes its time, and a page can have ten thousand links. */
const turnMs = 2;

/** Resolves the URLs of a page, in turns. */
export async function resolvePageUrls(
  page: PageFacts,
  finalUrl: string,
  cpu: CpuAccount,
): Promise<PageUrls> {
  const turns = takeTurns(turnMs, cpu);
  const base = baseUrlOf(page.baseHref, finalUrl);
  const own = new URL(finalUrl);
  const ownKey = comparableUrl(own);
  const links: PageLink[] = [];
  for (const tag of page.anchors) {
    if (turns.isOver()) await turns.next();
    links.push(linkOf(tag, base, own, ownKey));
  }
  const resources: PageResource[] = [];
  for (const { tag, kind, href } of loadsOf(page)) {
    if (turns.isOver()) await turns.next();
    const url = href?.trim() ? resolve(href, base) : null;
    if (url && isWeb(url)) resources.push({ tag, kind, url });
  }
  return { base, links, resources };
}

function linkOf(tag: AnchorFact, base: URL, own: URL, ownKey: string): PageLink {
  if (tag.href === null) return { tag, url: null, kind: 'none', comparable: null };
  const url = resolve(tag.href, base);
  if (url === null) return { tag, url, kind: 'invalid', comparable: null };
  if (!isWeb(url)) return { tag, url, kind: 'other', comparable: null };
  const comparable = comparableUrl(url);
  if (hostOf(url) !== hostOf(own)) return { tag, url, kind: 'external', comparable };
  return { tag, url, kind: comparable === ownKey ? 'self' : 'internal', comparable };
}

function* loadsOf(page: PageFacts) {
  for (const tag of page.scripts) yield { tag, kind: 'script', href: tag.src } as const;
  for (const tag of page.links) {
    if (!tag.rel.includes('stylesheet') || tag.rel.includes('alternate')) continue;
    yield { tag, kind: 'stylesheet', href: tag.href } as const;
  }
  for (const tag of page.images) {
    yield { tag, kind: 'image', href: tag.src ?? firstOf(tag.srcset) } as const;
  }
  for (const tag of page.frames) yield { tag, kind: 'frame', href: tag.src } as const;
  for (const tag of page.media) {
    const isObject = tag.element === 'object' || tag.element === 'embed';
    const kind = isObject ? 'object' : tag.inPicture ? 'image' : 'media';
    yield { tag, kind, href: tag.src ?? firstOf(tag.srcset) } as const;
    if (tag.poster !== null) yield { tag, kind: 'image', href: tag.poster } as const;
  }
}

/** The first URL of a `srcset`, without the commas that end it. */
function firstOf(srcset: string | null): string | null {
  const first = /^[\s,]*([^\s,]\S*)/.exec(srcset ?? '')?.[1];
  if (first === undefined) return null;
  let end = first.length;
  // `/,+$/` would try every run of commas anew from each of its commas.
  while (first.endsWith(',', end)) end--;
  return first.slice(0, end);
}

function resolve(href: string | null, base: URL): URL | null {
  const trimmed = href?.trim();
  if (trimmed === undefined) return null;
  return URL.canParse(trimmed, base.href) ? new URL(trimmed, base) : null;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function hostOf({ host }: URL): string {
  return host.startsWith('www.') ? host.slice('www.'.length) : host;
}
