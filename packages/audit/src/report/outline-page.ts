import type { Audit } from '../audit.ts';
import type { AuditFacts } from '../audit-facts.ts';
import type { CpuAccount } from '../limits/cpu-account.ts';
import { takeSlices } from '../limits/time-slices.ts';
import { isImageElement } from '../probes/blocked-files.ts';
import { isTemplate } from '../probes/sample.ts';
import { canonicalUrlOf } from '../readings/canonical-links.ts';
import { descriptionOf } from '../readings/descriptions.ts';
import { languageVersionsOf } from '../readings/language-versions.ts';
import { comparableOwnUrlOf } from '../readings/own-url.ts';
import type { OtherLink, PageLink } from '../readings/page-urls.ts';
import { refreshOf } from '../readings/refresh.ts';
import { blocksIndexing, blocksLinks } from '../readings/robots/robots-directives.ts';
import {
  headerStatements,
  isForGoogle,
  metaStatements,
} from '../readings/robots/robots-statements.ts';
import { isA, pageEntitiesOf } from '../readings/structured-data/page-entities.ts';
import { type RichResult, richResultTypes } from '../readings/structured-data/rich-result-types.ts';
import { minHashOf } from '../readings/text/min-hash.ts';
import { textHashOf } from '../readings/text/text-hash.ts';
import { countPageWords } from '../readings/text/text-words.ts';
import { titleOf } from '../readings/title.ts';
import { cleanText } from '../scoring/run-checks.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import { type ResolvedUrl, resolveUrl } from '../url/resolve-url.ts';
import { isUnfollowable } from '../url/unfollowable-url.ts';
import { isWebUrl, maxUrlLength } from '../url/web-url.ts';
import type { OutlineAlternate, OutlineFinding, OutlineLink, PageOutline } from './page-outline.ts';

/** The most entries of a list. */
const most = { alternates: 200, links: 2_000, images: 200, series: 4 } as const;

/** The most characters of URLs and texts in a list: 200,000 together with the other texts. */
const mostCharacters = {
  alternates: 30_000,
  images: 30_000,
  links: 133_000,
  series: 2_000,
} as const;

/** The most characters of a text. */
const lengths = { text: 300, language: 40, linkText: 80 } as const;

/** Milliseconds of work in one slice. */
const sliceMs = 2;

/** What a page was scored by. */
type ScoredResults = Pick<Audit, 'checks' | 'fixFirst'>;

/**
 * The outline of a page, from the facts and the results of its checks. The same facts give the same outline.
 *
 * @throws the reason of the account's signal.
 */
export async function outlinePage(
  facts: AuditFacts,
  results: ScoredResults,
  cpu: CpuAccount,
): Promise<PageOutline> {
  const { page } = facts;
  const slices = takeSlices(sliceMs, cpu);
  await slices.next();
  const directives = [...metaStatements(facts), ...headerStatements(facts)]
    .filter(isForGoogle)
    .map(({ directive }) => directive);
  const h1 = page.headings.find(
    ({ level, hidden, text }) => level === 1 && hidden !== 'all' && text,
  );
  const texts = {
    title: textOf(titleOf(page)?.text),
    description: textOf(descriptionOf(page)?.text),
    h1: textOf(h1?.text),
    language: textOf(page.html?.lang ?? undefined, lengths.language),
    words: countPageWords(page),
    noindex: directives.some((directive) => blocksIndexing(directive, facts.now)),
    nofollow: directives.some(blocksLinks),
    canonical: canonicalUrlOf(facts),
  };
  const refresh = refreshTargetOf(facts);
  await slices.next();
  const hashes = { textHash: textHashOf(page), minHash: minHashOf(page) };
  await slices.next();
  const types = richTypesOf(facts);
  await slices.next();
  const alternates = alternatesOf(facts);
  const { links, externalLinks, series } = await linksOf(facts, slices);
  const images = await imagesOf(facts, slices);
  return {
    ...texts,
    ...hashes,
    ...(refresh !== null && { refresh }),
    alternates: alternates.list,
    links: links.list,
    ...(series.length > 0 && { series }),
    types,
    images: images.list,
    externalLinks,
    isCut: alternates.isCut || links.isCut || images.isCut || isPageCut(facts),
    findings: outlineFindings(results),
  };
}

function textOf(text: string | undefined, length: number = lengths.text): string | null {
  const collapsed = (text ?? '').replace(/\s+/g, ' ').trim();
  return collapsed === '' ? null : cleanText(collapsed, length);
}

/** A list that is full when it has enough entries or characters. */
interface BoundedList<Entry> {
  readonly list: Entry[];
  isCut: boolean;
  /** Adds an entry unless the list is full. */
  readonly add: (entry: Entry, characters: number) => void;
}

function boundedList<Entry>(name: keyof typeof most): BoundedList<Entry> {
  let left: number = mostCharacters[name];
  const bounded: BoundedList<Entry> = {
    list: [],
    isCut: false,
    add: (entry, characters) => {
      bounded.isCut ||= bounded.list.length >= most[name] || left < characters;
      if (bounded.isCut) return;
      left -= characters;
      bounded.list.push(entry);
    },
  };
  return bounded;
}

function refreshTargetOf(facts: AuditFacts): string | null {
  const url = refreshOf(facts)?.url;
  if (url === undefined || !isWebUrl(url)) return null;
  const comparable = comparableUrl(url);
  if (comparable.length > maxUrlLength || hasCredentials(url, comparable)) return null;
  return comparable === comparableOwnUrlOf(facts) ? null : comparable;
}

/** How many entities of the structured data are read. */
const mostEntities = 1_000;

function richTypesOf({ page }: AuditFacts): readonly string[] {
  const entities = pageEntitiesOf(page).all.slice(0, mostEntities);
  const isShown = ({ nested, type, except = [] }: RichResult) =>
    entities.some((entity) => {
      if (!nested && !entity.top) return false;
      return isA(entity, type) && !except.some((other) => isA(entity, other));
    });
  return richResultTypes.filter(isShown).map(({ type }) => type);
}

function alternatesOf(facts: AuditFacts): BoundedList<OutlineAlternate> {
  const alternates = boundedList<OutlineAlternate>('alternates');
  for (const { code, url } of languageVersionsOf(facts)) {
    if (url === null) continue;
    const hreflang = cleanText(code.trim(), lengths.language);
    alternates.add({ hreflang, url }, hreflang.length + url.length);
  }
  return alternates;
}

type LinkTag = PageLink['tag'] | OtherLink['tag'];

/** A link of the page to an http(s) URL, from an `<a>`, an `<area>` or an `<a>` of SVG. */
interface FoundLink extends ResolvedUrl {
  readonly tag: LinkTag;
  /** The result of {@link comparableUrl}. */
  readonly comparable: string;
  readonly isExternal: boolean;
}

/** Yields `null` where there is no such link, so that the work can be paused. */
function* foundLinks({ urls }: AuditFacts): Generator<FoundLink | null> {
  for (const { url, comparable, tag, shortened, kind } of [...urls.links, ...urls.otherLinks]) {
    const isWeb = url !== null && comparable !== null;
    yield isWeb ? { url, comparable, tag, shortened, isExternal: kind === 'external' } : null;
  }
}

type Slices = ReturnType<typeof takeSlices>;

async function linksOf(facts: AuditFacts, slices: Slices) {
  const internal = new Map<string, { readonly text: string; nofollow: boolean }>();
  const external = new Set<string>();
  const series = new Set(seriesTagsOf(facts));
  for (const link of foundLinks(facts)) {
    if (slices.isOver()) await slices.next();
    if (link === null || link.shortened) continue;
    const { url, tag, comparable, isExternal } = link;
    const href = tag.href?.trim() ?? '';
    // A link to an element of this page does not lead to another URL.
    if (href === '' || href.startsWith('#') || isTemplate(href)) continue;
    if (hasCredentials(url, comparable) || isUnfollowable(comparable)) continue;
    if (isExternal) {
      external.add(comparable);
      continue;
    }
    if ('rel' in tag && tag.rel.some((token) => seriesRels.has(token))) series.add(comparable);
    const nofollow = isNofollow(tag);
    const known = internal.get(comparable);
    if (known === undefined) internal.set(comparable, { text: linkText(tag), nofollow });
    else known.nofollow &&= nofollow;
  }
  const links = boundedList<OutlineLink>('links');
  for (const [url, { text, nofollow }] of internal) {
    if (slices.isOver()) await slices.next();
    links.add({ url, text, nofollow }, url.length + text.length);
  }
  const neighbors = boundedList<string>('series');
  for (const url of series) neighbors.add(url, url.length);
  return { links, externalLinks: external.size, series: neighbors.list };
}

const seriesRels = new Set(['next', 'prev', 'previous']);

/** The next and the previous page by `<link>`. */
function seriesTagsOf({ page, urls }: AuditFacts): readonly string[] {
  const tags = page.links.filter(({ rel }) => rel.some((token) => seriesRels.has(token)));
  return tags.slice(0, most.series).flatMap(({ href }) => {
    const resolved = href === null ? null : resolveUrl(href, urls.base.href);
    if (resolved === null || resolved.shortened || !isWebUrl(resolved.url)) return [];
    const comparable = comparableUrl(resolved.url);
    return hasCredentials(resolved.url, comparable) ? [] : [comparable];
  });
}

function linkText(tag: LinkTag): string {
  if ('text' in tag) return cleanText(tag.text, lengths.linkText);
  return cleanText(
    (('alt' in tag ? tag.alt : null) ?? '').replace(/\s+/g, ' ').trim(),
    lengths.linkText,
  );
}

/** Credentials must not be stored, and URLs with them are never requested. */
function hasCredentials(url: URL, comparable: string): boolean {
  // Reading the parts of a URL takes longer.
  return comparable.includes('@') && (url.username !== '' || url.password !== '');
}

/** The `rel` of an `<area>` and of a link in SVG is only in the quoted tag. */
function isNofollow(tag: LinkTag): boolean {
  if ('rel' in tag) return tag.rel.includes('nofollow');
  return /\srel\s*=\s*(?:"[^"]*\bnofollow\b|'[^']*\bnofollow\b|[^\s"'>]*\bnofollow\b)/i.test(
    tag.html,
  );
}

async function imagesOf({ urls, response }: AuditFacts, slices: Slices) {
  const { host } = new URL(response.finalUrl);
  const images = boundedList<string>('images');
  const seen = new Set<string>();
  for (const resource of urls.resources) {
    if (slices.isOver()) await slices.next();
    const { url, shortened } = resource;
    if (shortened || url.host !== host) continue;
    if (!isImageElement(resource) || isTemplate(resource.tag.src ?? '')) continue;
    const key = comparableUrl(url);
    if (seen.has(key) || hasCredentials(url, key)) continue;
    seen.add(key);
    images.add(key, key.length);
  }
  return images;
}

/** Whether the facts themselves lack parts of the page. */
function isPageCut({ page, urls }: AuditFacts): boolean {
  return page.notes.length > 0 || urls.links.length < page.anchors.length;
}

/** What an outline keeps of the results of a page: what to fix first comes first. */
export function outlineFindings({ checks, fixFirst }: ScoredResults): PageOutline['findings'] {
  const findings: Record<string, OutlineFinding> = {};
  for (const id of new Set([...fixFirst, ...Object.keys(checks)])) {
    const { status, gain, summary } = checks[id] ?? {};
    if (status !== 'warn' && status !== 'fail') continue;
    findings[id] = { status, gain: gain ?? 0, summary: cleanText(summary ?? '', lengths.text) };
  }
  return findings;
}
