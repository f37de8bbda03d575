import type { CrawledUrl, CrawlUrlKind } from '../store/crawl.ts';
import { crawlPageStates, skipReasons } from '../store/crawl.ts';
import { openByteRows } from './byte-rows.ts';
import { minHashBytes } from './min-hash-bytes.ts';
import { openNumbers } from './numbers.ts';
import type { SiteOutline, SitePage, SitePages } from './site.ts';
import { openTextList, openTextTable } from './text-table.ts';

/**
 * The URLs of a site in typed arrays and bytes, about 100 bytes each with their text, and as much again for an
 * outline: as objects, a million of them would take several hundred megabytes. A page is made into an object when it is
 * read.
 */
export interface PageTable extends SitePages {
  /** Adds a URL without its outline: first all pages and targets, then all images. One that it has already is left out. */
  readonly add: (row: Omit<CrawledUrl, 'outline' | 'depth'>) => void;
  /** The index of a URL, exactly as it was added. Targets are found as pages. */
  readonly find: (kind: 'page' | 'image', url: string) => number | undefined;
  readonly setScore: (index: number, score: number) => void;
  readonly setDepth: (index: number, depth: number) => void;
  readonly setOutline: (index: number, outline: SiteOutline) => void;
}

/** What stands for `null`. */
const none = -1;

type Columns = ReturnType<typeof openColumns>;

function openColumns() {
  return {
    urls: { page: openTextTable(), image: openTextTable() },
    locations: openTextList(),
    outlines: openTextList(),
    minHashes: openByteRows(minHashBytes),
    id: openNumbers(Uint32Array),
    level: openNumbers(Int32Array),
    state: openNumbers(Uint8Array),
    skipReason: openNumbers(Int16Array),
    isTarget: openNumbers(Uint8Array),
    inSitemap: openNumbers(Uint8Array),
    httpStatus: openNumbers(Int16Array),
    score: openNumbers(Int16Array),
    location: openNumbers(Int32Array),
    depth: openNumbers(Int32Array),
    /** The number of the texts of the outline. */
    outline: openNumbers(Int32Array),
    flags: openNumbers(Int16Array),
    words: openNumbers(Uint32Array),
    alternatesCount: openNumbers(Uint8Array),
    /** The number of the row of {@link SiteOutline.minHash}. */
    minHash: openNumbers(Int32Array),
  };
}

/** Opens an empty table. */
export function openPageTable(): PageTable {
  const columns = openColumns();
  const { urls } = columns;
  const size = () => columns.id.length();
  const scores = { count: 0, sum: 0 };
  return {
    scores: () => scores,
    get length() {
      return size();
    },
    get: (index) => (index >= 0 && index < size() ? new TablePage(columns, index) : undefined),
    *keys() {
      for (let index = 0; index < size(); index++) yield index;
    },
    *values() {
      for (let index = 0; index < size(); index++) yield new TablePage(columns, index);
    },
    *entries() {
      for (let index = 0; index < size(); index++) yield [index, new TablePage(columns, index)];
    },
    add({ id, url, kind, level, state, skipReason, inSitemap, httpStatus, score, location }) {
      const table = kind === 'image' ? urls.image : urls.page;
      if (table.find(url) !== undefined) return;
      if (table === urls.page && urls.image.size() > 0) throw new Error('A page after the images.');
      table.add(url);
      columns.isTarget.push(Number(kind === 'target'));
      columns.id.push(id);
      columns.level.push(level);
      columns.state.push(crawlPageStates.indexOf(state));
      columns.skipReason.push(skipReason === null ? none : skipReasons.indexOf(skipReason));
      columns.inSitemap.push(Number(inSitemap));
      columns.httpStatus.push(httpStatus ?? none);
      columns.score.push(score ?? none);
      scores.count += score === null ? 0 : 1;
      scores.sum += score ?? 0;
      columns.location.push(location === null ? none : columns.locations.add(location));
      columns.depth.push(none);
      columns.outline.push(none);
      columns.flags.push(0);
      columns.words.push(0);
      columns.alternatesCount.push(0);
      columns.minHash.push(none);
    },
    find(kind, url) {
      const number = urls[kind].find(url);
      return number === undefined || kind === 'page' ? number : urls.page.size() + number;
    },
    setScore(index, score) {
      const before = orNull(columns.score.get(index));
      scores.count += before === null ? 1 : 0;
      scores.sum += score - (before ?? 0);
      columns.score.set(index, score);
    },
    setDepth: (index, depth) => columns.depth.set(index, depth),
    setOutline(index, outline) {
      const { noindex, isCut, needsScripts, words, alternatesCount, canonical } = outline;
      const { title, description, h1, language, textHash, minHash } = outline;
      // Most pages name themselves.
      const isOwn = canonical === urls.page.get(index);
      const texts: Texts = [title, description, h1, language, textHash];
      const stored = isOwn ? texts : [...texts, canonical];
      columns.outline.set(index, columns.outlines.add(JSON.stringify(stored)));
      const own = isOwn ? outlineFlags.isOwnCanonical : 0;
      const flags = (noindex ? outlineFlags.noindex : 0) | (isCut ? outlineFlags.isCut : 0) | own;
      columns.flags.set(
        index,
        flags |
          (needsScripts ? outlineFlags.needsScripts : 0) |
          (outline.lacksMinHash ? outlineFlags.lacksMinHash : 0) |
          (outline.saysMissing ? outlineFlags.saysMissing : 0) |
          (outline.refreshes ? outlineFlags.refreshes : 0) |
          (outline.hasLinks ? outlineFlags.hasLinks : 0),
      );
      columns.words.set(index, words);
      columns.alternatesCount.set(index, alternatesCount);
      if (minHash !== null) columns.minHash.set(index, columns.minHashes.add(minHash));
    },
  };
}

const outlineFlags = {
  noindex: 1,
  isCut: 2,
  needsScripts: 4,
  isOwnCanonical: 8,
  lacksMinHash: 16,
  saysMissing: 32,
  refreshes: 64,
  hasLinks: 128,
} as const;

type Text = string | null;

/** The texts of an outline: title, description, h1, language, and the hash. Then the canonical URL of another page. */
type Texts = readonly [Text, Text, Text, Text, Text, Text?];

/** A page of a table. A class, because an object with its own getters takes ten times as long to make. */
class TablePage implements SitePage {
  readonly #columns: Columns;
  readonly #index: number;

  constructor(columns: Columns, index: number) {
    this.#columns = columns;
    this.#index = index;
  }
  get id() {
    return this.#columns.id.get(this.#index);
  }
  get url() {
    const { page, image } = this.#columns.urls;
    const images = this.#index - page.size();
    return images < 0 ? page.get(this.#index) : image.get(images);
  }
  get kind(): CrawlUrlKind {
    if (this.#index >= this.#columns.urls.page.size()) return 'image';
    return this.#columns.isTarget.get(this.#index) === 1 ? 'target' : 'page';
  }
  get level() {
    return this.#columns.level.get(this.#index);
  }
  get state() {
    return crawlPageStates[this.#columns.state.get(this.#index)] ?? 'skipped';
  }
  get skipReason() {
    return skipReasons[this.#columns.skipReason.get(this.#index)] ?? null;
  }
  get inSitemap() {
    return this.#columns.inSitemap.get(this.#index) === 1;
  }
  get httpStatus() {
    return orNull(this.#columns.httpStatus.get(this.#index));
  }
  get score() {
    return orNull(this.#columns.score.get(this.#index));
  }
  get location() {
    const number = orNull(this.#columns.location.get(this.#index));
    return number === null ? null : this.#columns.locations.get(number);
  }
  get depth() {
    return orNull(this.#columns.depth.get(this.#index));
  }
  get outline(): SiteOutline | null {
    const hasOutline = this.#columns.outline.get(this.#index) !== none;
    return hasOutline ? new TableOutline(this.#columns, this.#index) : null;
  }
}

/** The outline of a page of a table. Its texts are read when they are needed: most rules need flags only. */
class TableOutline implements SiteOutline {
  readonly #columns: Columns;
  readonly #index: number;
  #texts: Texts | undefined;

  constructor(columns: Columns, index: number) {
    this.#columns = columns;
    this.#index = index;
  }
  #hasFlag(flag: number) {
    return (this.#columns.flags.get(this.#index) & flag) > 0;
  }
  #readTexts(): Texts {
    const { outlines, outline } = this.#columns;
    this.#texts ??= JSON.parse(outlines.get(outline.get(this.#index))) as Texts;
    return this.#texts;
  }
  get noindex() {
    return this.#hasFlag(outlineFlags.noindex);
  }
  get isCut() {
    return this.#hasFlag(outlineFlags.isCut);
  }
  get needsScripts() {
    return this.#hasFlag(outlineFlags.needsScripts);
  }
  get saysMissing() {
    return this.#hasFlag(outlineFlags.saysMissing);
  }
  get hasLinks() {
    return this.#hasFlag(outlineFlags.hasLinks);
  }
  get refreshes() {
    return this.#hasFlag(outlineFlags.refreshes);
  }
  get lacksMinHash() {
    return this.#hasFlag(outlineFlags.lacksMinHash);
  }
  get words() {
    return this.#columns.words.get(this.#index);
  }
  get alternatesCount() {
    return this.#columns.alternatesCount.get(this.#index);
  }
  get title() {
    return this.#readTexts()[0];
  }
  get description() {
    return this.#readTexts()[1];
  }
  get h1() {
    return this.#readTexts()[2];
  }
  get language() {
    return this.#readTexts()[3];
  }
  get textHash() {
    return this.#readTexts()[4];
  }
  get minHash() {
    const number = orNull(this.#columns.minHash.get(this.#index));
    return number === null ? null : this.#columns.minHashes.get(number);
  }
  get canonical() {
    if (this.#hasFlag(outlineFlags.isOwnCanonical)) return this.#columns.urls.page.get(this.#index);
    return this.#readTexts()[5] ?? null;
  }
}

function orNull(value: number): number | null {
  return value === none ? null : value;
}
