import type { PageOutline } from '@sitegrade/audit';
import { isPagerText, listFrom, listPlaceOf } from './list-place.ts';
import type { SitePages } from './site.ts';
import { openTextTable } from './text-table.ts';

/** The pages of lists that are divided into pages, as the links among them show. */
export interface PageLists {
  /** Reads the URLs of the pages. Pauses at each `yield`. */
  readonly readUrls: () => Generator<void, void>;
  /** Reads the links of a page. */
  readonly readLinks: (
    from: number,
    outline: Pick<PageOutline, 'links' | 'series'>,
    indexOf: (url: string) => number | undefined,
  ) => void;
  /** Frees what reading links needed. */
  readonly close: () => void;
  /** The number of the list that a page belongs to; `undefined` if it belongs to none. */
  readonly listOf: (index: number) => number | undefined;
}

/** A URL by its form: its lists are those of {@link ListPlace}, by number. */
interface Place {
  /** The list that it is a page of, if links show it; {@link none} without one. */
  readonly list: number;
  /** The list that it is the first page of, without a number. */
  readonly own: number;
  readonly number: number;
  readonly isNamed: boolean;
}

const none = -1;

/** What stands for the number of a page that has an offset or a token. */
const unnumbered = -2;

/**
 * Opens lists of the pages of a site. URLs are pages of one list if they differ in one number and link each other as a
 * list does: a page to the next or the previous one, with an arrow, a word or the number as text, by `rel`, or
 * with any text where the URL says that it is the page of a list (`?page=2`). By their form alone, `/p/7` and
 * `/p/8` are products.
 */
export function openPageLists(pages: SitePages): PageLists {
  const size = pages.length;
  let lists = openTextTable();
  const listOf = new Int32Array(size).fill(none);
  const ownOf = new Int32Array(size).fill(none);
  const numberOf = new Int32Array(size).fill(none);
  const isNamed = new Uint8Array(size);
  const found = new Int32Array(size).fill(none);

  const placeAt = (index: number): Place => ({
    list: listOf[index] ?? none,
    own: ownOf[index] ?? none,
    number: numberOf[index] ?? none,
    isNamed: isNamed[index] === 1,
  });
  /** Of a URL that the site does not have: reports know few. */
  const placeOf = (url: string): Place => {
    const place = listPlaceOf(url);
    return {
      list: (place === null ? undefined : lists.find(place.list)) ?? none,
      own: lists.find(listFrom(url)) ?? none,
      number: place?.number ?? unnumbered,
      isNamed: place?.isNamed ?? false,
    };
  };
  const mark = (index: number | undefined, list: number) => {
    if (index === undefined) return;
    const known = found[index] ?? none;
    found[index] = known === none ? list : Math.min(known, list);
  };

  return {
    *readUrls() {
      for (const [index, { kind, url }] of pages.entries()) {
        yield;
        const place = kind === 'page' ? listPlaceOf(url) : null;
        if (place === null) continue;
        listOf[index] = lists.find(place.list) ?? lists.add(place.list);
        numberOf[index] = place.number ?? unnumbered;
        isNamed[index] = Number(place.isNamed);
      }
      if (lists.size() === 0) return;
      for (const [index, { kind, url }] of pages.entries()) {
        yield;
        if (kind === 'page') ownOf[index] = lists.find(listFrom(url)) ?? none;
      }
    },
    readLinks(from, { links, series = [] }, indexOf) {
      const place = placeAt(from);
      if (place.list === none && place.own === none) return;
      const neighbors: Neighbor[] = [];
      let hasMenu = false;
      const readLink = (url: string, text: string | null) => {
        const index = indexOf(url);
        if (index === from) return;
        // Parsing all URLs that are not known would take long.
        if (index === undefined && text !== null && !isPagerText(text, null)) return;
        const to = index === undefined ? placeOf(url) : placeAt(index);
        const shared = sharedListOf(place, to);
        if (shared === null) return;
        const { list, number, isNamed } = shared;
        const isPager = text === null || isPagerText(text, number);
        if (shared.areNeighbors && (isPager || isNamed)) neighbors.push({ index, list, isPager });
        // Each page of a list may link to the first one by the name of the list, as a breadcrumb does.
        const isFirst = to.own === list;
        hasMenu ||= !shared.areNeighbors && !isPager && !isFirst;
      };
      for (const { url, text } of links) readLink(url, text);
      for (const url of series) readLink(url, null);
      for (const { index, list, isPager } of neighbors) {
        // A menu leads to pages such as `?page=3` by their names.
        if (!isPager && hasMenu) continue;
        mark(from, list);
        mark(index, list);
      }
    },
    close() {
      lists = openTextTable();
    },
    listOf: (index) => {
      const list = found[index] ?? none;
      return list === none ? undefined : list;
    },
  };
}

/** A link to what may be the next or the previous page. */
interface Neighbor {
  readonly index: number | undefined;
  readonly list: number;
  /** Whether its text shows that it is. */
  readonly isPager: boolean;
}

/** What two URLs of one list have in common. */
interface SharedList {
  readonly list: number;
  /** The number of the second one that the text of a link has; `null` if that is not known. */
  readonly number: number | null;
  readonly areNeighbors: boolean;
  /** Whether their URLs say that they are pages of a list. */
  readonly isNamed: boolean;
}

/** The list that two URLs may be pages of. The first page has the number 1, or none. */
function sharedListOf(from: Place, to: Place): SharedList | null {
  const { list, isNamed } = from.list === none ? to : from;
  if (list === none) return null;
  if (from.list === to.list) {
    // `?p=7` beside `?paged=7`.
    if (from.isNamed !== to.isNamed) return null;
    const isKnown = from.number !== unnumbered && to.number !== unnumbered;
    const areNeighbors = !isKnown || Math.abs(from.number - to.number) === 1;
    return { list, number: isKnown ? to.number : null, areNeighbors, isNamed };
  }
  if (from.list !== none && from.list === to.own) {
    return { list, number: 1, areNeighbors: isNextToFirst(from.number), isNamed };
  }
  if (to.list === none || to.list !== from.own) return null;
  const number = to.number === unnumbered ? null : to.number;
  return {
    list: to.list,
    number,
    areNeighbors: isNextToFirst(to.number),
    isNamed: to.isNamed,
  };
}

/** Whether it is the second page, or the first one, whether these are counted from 0 or from 1. */
function isNextToFirst(number: number): boolean {
  return number <= 2;
}
