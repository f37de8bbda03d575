import type { CpuAccount } from '../limits/cpu-account.ts';
import { takeSlices } from '../limits/time-slices.ts';
import type {
  AnchorFact,
  FrameFact,
  ImageFact,
  LinkTagFact,
  MediaFact,
  PageFacts,
  RoleFact,
  ScriptFact,
  SvgLinkFact,
} from '../page/page-facts.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import { type Resolved, type ResolvedUrl, resolveUrl } from '../url/resolve-url.ts';
import { baseUrlOf, isWebUrl } from '../url/web-url.ts';

/** A link of the page with its URL. */
export interface PageLink {
  readonly tag: AnchorFact;
  /** `null` if there is no `href`, or it is not a valid URL. */
  readonly url: URL | null;
  /**
   * `self`: the page itself, except for a fragment. `internal`: another http(s) URL on its host, with
   * or without `www.`. `external`: an http(s) URL on another host. `other`: another scheme, such as
   * `mailto:`. `invalid`: the `href` is not a valid URL. `none`: there is no `href`.
   */
  readonly kind: 'self' | 'internal' | 'external' | 'other' | 'invalid' | 'none';
  /** The result of {@link comparableUrl} for an http(s) URL; otherwise `null`. */
  readonly comparable: string | null;
  /** Whether `url` is cut; see {@link ResolvedUrl}. */
  readonly shortened: boolean;
}

/** A link by an `<area>`, or by an `<a>` of SVG. */
export interface OtherLink extends Omit<PageLink, 'tag'> {
  readonly tag: RoleFact | SvgLinkFact;
}

interface ResourceOf<Kind, Tag> extends ResolvedUrl {
  readonly kind: Kind;
  readonly tag: Tag;
}

/** A resource that a page loads, with its URL. */
export type PageResource =
  | ResourceOf<'script', ScriptFact>
  | ResourceOf<'stylesheet', LinkTagFact>
  | ResourceOf<'image', ImageFact | MediaFact>
  | ResourceOf<'media' | 'object', MediaFact>
  | ResourceOf<'frame', FrameFact>;

/** The kinds of resources that a page loads. */
export type ResourceKind = PageResource['kind'];

/**
 * The URLs of a page, each resolved once. Lists are in the order of {@link PageFacts}, and are cut
 * where their URLs exceed the limit.
 */
export interface PageUrls {
  /** The base URL of the page. */
  readonly base: URL;
  readonly links: readonly PageLink[];
  /** Those by other elements than an `<a>` of HTML, which are counted and followed like them. */
  readonly otherLinks: readonly OtherLink[];
  /** Resources with an http(s) URL; the first URL of a `srcset`. */
  readonly resources: readonly PageResource[];
  /** Sentences about what was left out, for the report. */
  readonly notes: readonly string[];
}

/** Parsing 10,000 URLs at once would block the event loop. */
const sliceMs = 2;

/**
 * `characters`: the total length of the URLs in one list, before they are shortened, which also limits
 * the work. `perUrl`: the overhead of one URL object, in characters.
 */
const limits = { characters: 6_000_000, perUrl: 250 } as const;

/** Resolves the URLs of a page, in slices. */
export async function resolvePageUrls(
  page: PageFacts,
  finalUrl: string,
  cpu: CpuAccount,
): Promise<PageUrls> {
  const slices = takeSlices(sliceMs, cpu);
  const base = baseUrlOf(page.baseHref, finalUrl);
  const ownUrl = new URL(finalUrl);
  const thisPage = { host: hostOf(ownUrl), comparable: comparableUrl(ownUrl) };
  const notes = new Set<string>();
  // A third of the links of a page repeat another one.
  const known = new Map<string, Resolved | null>();
  const resolveOnce = (href: string): Resolved | null => {
    let resolved = known.get(href);
    if (resolved === undefined) {
      resolved = resolveUrl(href, base.href);
      known.set(href, resolved);
    }
    return resolved;
  };
  const resolver = (what: string) => {
    let remaining: number = limits.characters;
    return (href: string | null): Resolved | null | 'over limit' => {
      if (href === null) return null;
      if (remaining <= 0) {
        notes.add(
          `only the first ${what} are checked, because their URLs are too long to keep all of them`,
        );
        return 'over limit';
      }
      const resolved = resolveOnce(href);
      remaining -= limits.perUrl + (resolved?.length ?? href.length);
      if (resolved?.shortened) {
        notes.add('URLs longer than 2,048 characters are shortened and not requested');
      }
      return resolved;
    };
  };
  const links: PageLink[] = [];
  const resolveLink = resolver('links');
  for (const tag of page.anchors) {
    if (slices.isOver()) await slices.next();
    const resolved = resolveLink(tag.href);
    if (resolved === 'over limit') break;
    links.push(linkOf(tag, resolved, thisPage));
  }
  const otherLinks: OtherLink[] = [];
  for (const tag of otherLinksOf(page)) {
    if (slices.isOver()) await slices.next();
    const resolved = resolveLink(tag.href);
    if (resolved === 'over limit') break;
    otherLinks.push(linkOf(tag, resolved, thisPage));
  }
  const resources: PageResource[] = [];
  const resolveFile = resolver('files that the page loads');
  for (const load of loadsOf(page)) {
    if (slices.isOver()) await slices.next();
    const resolved = load.href?.trim() ? resolveFile(load.href) : null;
    if (resolved === 'over limit') break;
    if (resolved && isWebUrl(resolved.url)) resources.push(resourceOf(load, resolved));
  }
  return { base, links, otherLinks, resources, notes: [...notes] };
}

interface OwnUrl {
  readonly host: string;
  readonly comparable: string;
}

function* otherLinksOf({ roles, svgLinks }: PageFacts): Generator<OtherLink['tag']> {
  for (const tag of roles) if (tag.element === 'area') yield tag;
  yield* svgLinks;
}

function linkOf<Tag extends PageLink['tag'] | OtherLink['tag']>(
  tag: Tag,
  resolved: ResolvedUrl | null,
  thisPage: OwnUrl,
): Omit<PageLink, 'tag'> & { readonly tag: Tag } {
  if (resolved === null) {
    const kind = tag.href === null ? 'none' : 'invalid';
    return { tag, url: null, kind, comparable: null, shortened: false };
  }
  const { url, shortened } = resolved;
  if (!isWebUrl(url)) return { tag, url, kind: 'other', comparable: null, shortened };
  const comparable = comparableUrl(url);
  const isSelf = comparable === thisPage.comparable;
  const kind = hostOf(url) !== thisPage.host ? 'external' : isSelf ? 'self' : 'internal';
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

/** The first URL of a `srcset`, without trailing commas. */
function firstOf(srcset: string | null): string | null {
  const first = /^[\s,]*([^\s,]\S*)/.exec(srcset ?? '')?.[1];
  if (first === undefined) return null;
  let end = first.length;
  // The regular expression `/,+$/` takes quadratic time on long runs of commas.
  while (first.endsWith(',', end)) end--;
  return first.slice(0, end);
}

/** Whether two URLs have the same host and port, with or without `www.`. */
export function isSameSite(url: URL, other: URL): boolean {
  return hostOf(url) === hostOf(other);
}

function hostOf({ host }: URL): string {
  return host.startsWith('www.') ? host.slice('www.'.length) : host;
}
