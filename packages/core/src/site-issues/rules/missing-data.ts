import { type Numbers, openNumbers } from '../numbers.ts';
import type { PageSet, Site } from '../site.ts';
import type { SiteRule } from '../site-rule.ts';
import { openTextTable } from '../text-table.ts';
import { isComparable, unreadReason } from './pages.ts';
import { uncheckedTexts } from './unchecked.ts';
import { count, pagesHave, urlText } from './words.ts';

/** Types that say what a page is about. Others are on all pages, or on any. */
const mainTypes: ReadonlySet<string> = new Set([
  ...['Article', 'Course', 'Dataset', 'DiscussionForumPosting', 'Event', 'JobPosting', 'Product'],
  ...['ProfilePage', 'QAPage', 'Recipe', 'SoftwareApplication', 'VideoObject'],
]);

/** A folder has pages of one kind if this share of them has the type: one of ten may lack it. */
const leastShare = 0.9;

/** How many pages with the type show how many links to the folder are usual, and how many more a list has. */
const sampled = 5;
const moreOfList = 2;

const noFolder = -1;

/** The pages of a site, by the folder of their URLs. */
interface Folders {
  /** The number of the folder of a page; -1 for one that is not compared. */
  readonly of: Int32Array;
  /** How many pages each folder has, by its number. */
  readonly counts: Numbers;
  readonly nameOf: (folder: number) => string;
}

/**
 * Where nearly all pages of a folder have structured data of a type, the others have it, too. Lists within the folder,
 * and pages about something else, are left out as far as their links and their types show it, so this is a note.
 */
export const missingData: SiteRule = {
  id: 'missing-data',
  importance: 'info',
  title: 'Pages of one kind have the same structured data',
  advice:
    'Compare the listed pages with others in their folder: if they are of the same kind, find out why the template leaves the structured data out, such as an empty field. Otherwise there is nothing to do.',
  why: 'Only pages with this data can get extras in search results, such as a price, a rating or a date.',
  source:
    'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
  unknown: unreadReason,
  unchecked: uncheckedTexts,
  *find(site) {
    const folders = yield* foldersOf(site);
    let isFound = false;
    for (const [type, pages] of site.types) {
      yield null;
      if (!mainTypes.has(type)) continue;
      const missing = yield* missingIn(site, folders, pages);
      for (const [folder, { without, having }] of missing) {
        yield null;
        isFound = true;
        const name = folders.nameOf(folder);
        yield {
          summary: `${pagesHave(having)} structured data about a ${type} in ${urlText(name)}, and ${count(without.length, 'page has', 'pages have')} none, such as ${urlText(site.pages.get(without[0] ?? -1)?.url)}.`,
          pages: without,
          key: `${type} ${name}`,
        };
      }
    }
    const { untypedOutlines } = site;
    if (untypedOutlines > 0 && !isFound) {
      yield `${count(untypedOutlines, 'page was', 'pages were')} read by an older version, which kept no structured data.`;
    }
  },
};

function* foldersOf(site: Site): Generator<null, Folders> {
  const names = openTextTable();
  const counts = openNumbers(Uint32Array);
  const of = new Int32Array(site.pages.length).fill(noFolder);
  for (const [index, { url }] of site.pages.entries()) {
    yield null;
    if (url.includes('?') || !isComparable(site, index)) continue;
    const name = folderOf(url);
    // What is on the first level has no kind.
    if (name === null) continue;
    const known = names.find(name);
    const folder = known ?? names.add(name);
    if (known === undefined) counts.push(0);
    counts.set(folder, counts.get(folder) + 1);
    of[index] = folder;
  }
  return { of, counts, nameOf: names.get };
}

/** `https://example.com/lamps/` for `https://example.com/lamps/desk` and `https://example.com/lamps/desk/`. */
function folderOf(url: string): string | null {
  const end = url.lastIndexOf('/', url.length - 2) + 1;
  return end <= new URL(url).origin.length + 1 ? null : url.slice(0, end);
}

/** The pages of a folder without a type, and how many others have it. */
interface Missing {
  readonly without: number[];
  readonly having: number;
}

/** The pages without a type in folders where nearly all have it, by the folder. */
function* missingIn(
  site: Site,
  folders: Folders,
  typed: PageSet,
): Generator<null, ReadonlyMap<number, Missing>> {
  const having = new Map<number, number[]>();
  for (const index of typed.values()) {
    yield null;
    const folder = folders.of[index] ?? noFolder;
    if (folder === noFolder) continue;
    const some = having.get(folder) ?? [];
    having.set(folder, some);
    some.push(index);
  }
  const missing = new Map<number, Missing>();
  for (const index of site.pages.keys()) {
    yield null;
    const folder = folders.of[index] ?? noFolder;
    const others = having.get(folder) ?? [];
    const pages = folder === noFolder ? 0 : folders.counts.get(folder);
    if (others.length === pages || others.length < leastShare * pages) continue;
    if (hasMainType(site, index) || isList(site, folders, index, others)) continue;
    const before = missing.get(folder) ?? { without: [], having: others.length };
    missing.set(folder, before);
    before.without.push(index);
  }
  return missing;
}

function hasMainType(site: Site, index: number): boolean {
  for (const type of mainTypes) if (site.types.get(type)?.has(index)) return true;
  return false;
}

/** Whether a page links to more pages of its folder than those with the type do. */
function isList(site: Site, folders: Folders, index: number, others: readonly number[]): boolean {
  const usual = others.slice(0, sampled).map((other) => linksInFolder(site, folders, other));
  return linksInFolder(site, folders, index) > Math.max(...usual) + moreOfList;
}

function linksInFolder(site: Site, folders: Folders, index: number): number {
  let links = 0;
  for (const { to, isImage } of site.linksOf(index)) {
    if (!isImage && folders.of[to] === folders.of[index]) links++;
  }
  return links;
}
