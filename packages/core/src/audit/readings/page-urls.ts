import type { CpuAccount } from '../cpu-account.ts';
import type {
  AnchorFact,
  FrameFact,
  ImageFact,
  LinkTagFact,
  MediaFact,
  PageFacts,
  ScriptFact,
} from '../page/page-facts.ts';
import { takeSlices } from '../time-slices.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import { type Resolved, type ResolvedUrl, resolveUrl } from '../url/resolve-url.ts';
import { baseUrlOf, isWebUrl } from '../url/web-url.ts';

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
  /** Whether `url` is only the beginning of a longer one, as {@link ResolvedUrl} says. */
  readonly shortened: boolean;
}

interface ResourceOf<Kind, Tag> extends ResolvedUrl {
  readonly kind: Kind;
  readonly tag: Tag;
}

/** Something that a page loads, and from where. */
export type PageResource =
  | ResourceOf<'script', ScriptFact>
  | ResourceOf<'stylesheet', LinkTagFact>
  | ResourceOf<'image', ImageFact | MediaFact>
  | ResourceOf<'media' | 'object', MediaFact>
  | ResourceOf<'frame', FrameFact>;

/** How a page loads something. */
export type ResourceKind = PageResource['kind'];

/**
 * The URLs of a page, each resolved once. Lists are in the order of {@link PageFacts}, and end where
 * their URLs together are too long.
 */
export interface PageUrls {
  /** What the page's URLs are resolved on. */
  readonly base: URL;
  readonly links: readonly PageLink[];
  /** Those with an http(s) URL; of a `srcset` the first. */
  readonly resources: readonly PageResource[];
  /** What was left out, in words. */
  readonly notes: readonly string[];
}

/** Parsing a URL takes its time, and a page can have ten thousand links. */
const sliceMs = 2;

/**
 * Characters of all URLs of one list, before they are shortened: that bounds the work as well. What an
 * object takes besides its text counts as so many characters.
 */
const most = { characters: 6_000_000, perUrl: 250 } as const;

/** Resolves the URLs of a page, in slices. */
export async function resolvePageUrls(
  page: PageFacts,
  finalUrl: string,
  cpu: CpuAccount,
): Promise<PageUrls> {
  const slices = takeSlices(sliceMs, cpu);
  const base = baseUrlOf(page.baseHref, finalUrl);
  const own = new URL(finalUrl);
  const ownKey = comparableUrl(own);
  const notes = new Set<string>();
  const resolver = (what: string) => {
    let room: number = most.characters;
    return (href: string | null): Resolved | null | 'no room' => {
      if (href === null) return null;
      if (room <= 0) {
        notes.add(`only the first ${what} are looked at: their addresses are too long to keep all`);
        return 'no room';
      }
      const resolved = resolveUrl(href, base.href);
      room -= most.perUrl + (resolved?.length ?? href.length);
      if (resolved?.shortened) {
        notes.add('addresses of more than 2,048 characters are shortened, and not requested');
      }
      return resolved;
    };
  };
  const links: PageLink[] = [];
  const ofLink = resolver('links');
  for (const tag of page.anchors) {
    if (slices.isOver()) await slices.next();
    const resolved = ofLink(tag.href);
    if (resolved === 'no room') break;
    links.push(linkOf(tag, resolved, own, ownKey));
  }
  const resources: PageResource[] = [];
  const ofFile = resolver('files that the page loads');
  for (const load of loadsOf(page)) {
    if (slices.isOver()) await slices.next();
    const resolved = load.href?.trim() ? ofFile(load.href) : null;
    if (resolved === 'no room') break;
    if (resolved && isWebUrl(resolved.url)) resources.push(resourceOf(load, resolved));
  }
  return { base, links, resources, notes: [...notes] };
}

function linkOf(tag: AnchorFact, resolved: ResolvedUrl | null, own: URL, ownKey: string): PageLink {
  const none = { tag, url: null, comparable: null, shortened: false } as const;
  if (tag.href === null) return { ...none, kind: 'none' };
  if (resolved === null) return { ...none, kind: 'invalid' };
  const { url, shortened } = resolved;
  if (!isWebUrl(url)) return { tag, url, kind: 'other', comparable: null, shortened };
  const comparable = comparableUrl(url);
  const kind =
    hostOf(url) !== hostOf(own) ? 'external' : comparable === ownKey ? 'self' : 'internal';
  return { tag, url, kind, comparable, shortened };
}

type Load<Resource extends PageResource = PageResource> = Resource extends PageResource
  ? Pick<Resource, 'kind' | 'tag'> & { readonly href: string | null }
  : never;

function resourceOf({ kind, tag }: Load, { url, shortened }: ResolvedUrl): PageResource {
  return { kind, tag, url, shortened } as PageResource;
}

function* loadsOf(page: PageFacts): Generator<Load> {
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

function hostOf({ host }: URL): string {
  return host.startsWith('www.') ? host.slice('www.'.length) : host;
}
