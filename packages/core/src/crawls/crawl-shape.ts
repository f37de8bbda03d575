import { resultOf, type TimeSlices } from '@sitegrade/audit';
import { shortened } from '../site-issues/rules/words.ts';
import type { SitePage } from '../site-issues/site.ts';
import type { CrawlFolder, CrawlShape } from '../store/crawl-shape.ts';

/** How many folders are kept in one of each level: 20 of a site, 8 in each of them, and 6 in each of these. */
const mostFolders = [20, 8, 6] as const;

const maxNameLength = 100;

/** A folder that is being counted. */
type OpenFolder = { -readonly [Key in keyof CrawlFolder]: CrawlFolder[Key] } & {
  folders: CrawlFolder[];
  /** The last part of its path, as it is written. */
  readonly part: string;
};

/** What the shape needs of a URL. */
type ShapedPage = Pick<SitePage, 'kind' | 'url' | 'state' | 'httpStatus' | 'score' | 'depth'>;

/**
 * Counts the pages of a crawl by depth, score, status and folder.
 *
 * @param pages - By code point, so that all pages of a folder follow each other.
 */
export async function crawlShapeOf(
  pages: Iterable<ShapedPage>,
  slices: Pick<TimeSlices, 'isOver' | 'next'>,
): Promise<CrawlShape> {
  const depths = new Map<number | null, CrawlShape['depths'][number]['results']>();
  const scores = Array.from({ length: 10 }, () => 0);
  const statuses = new Map<number | null, number>();
  const folders = openFolders();
  for (const page of pages) {
    if (page.kind === 'page') {
      if (isAnswered(page)) {
        statuses.set(page.httpStatus, (statuses.get(page.httpStatus) ?? 0) + 1);
      }
      if (page.state === 'done' && page.score !== null) {
        const results = depths.get(page.depth) ?? { good: 0, decent: 0, bad: 0 };
        const result = resultOf(page.score);
        depths.set(page.depth, { ...results, [result]: results[result] + 1 });
        const ten = Math.min(9, Math.floor(page.score / 10));
        scores[ten] = (scores[ten] ?? 0) + 1;
        folders.add(page.url, page.score);
      }
    }
    if (slices.isOver()) await slices.next();
  }
  return {
    depths: inOrder(depths).map(([depth, results]) => ({ depth, results })),
    scores,
    statuses: inOrder(statuses).map(([httpStatus, count]) => ({ httpStatus, pages: count })),
    root: folders.end(),
  };
}

/** Whether a page was requested, with or without a response. */
function isAnswered({ state, httpStatus }: ShapedPage): boolean {
  return httpStatus !== null || state === 'failed';
}

function inOrder<Value>(counts: ReadonlyMap<number | null, Value>): [number | null, Value][] {
  const order = (key: number | null) => key ?? Number.POSITIVE_INFINITY;
  return [...counts].sort(([a], [b]) => order(a) - order(b));
}

/** Counts pages, of which those of a folder follow each other, by folder: it keeps the folders that may be among the largest only. */
function openFolders() {
  const root = folderOf('');
  const open = [root];

  function close(): void {
    const folder = open.pop();
    const parent = open.at(-1);
    if (folder === undefined || parent === undefined) return;
    // Mostly a page whose URL ends with a slash.
    if (folder.pages === 1) return;
    const { part: _, ...closed } = folder;
    parent.folders.push({ ...closed, folders: largest(folder.folders, open.length) });
    const most = mostFolders[open.length - 1] ?? 0;
    if (parent.folders.length > 4 * most) parent.folders = largest(parent.folders, open.length - 1);
  }

  return {
    add(url: string, score: number): void {
      const parts = new URL(url).pathname.split('/').slice(1, -1).slice(0, mostFolders.length);
      const same = open.slice(1).findIndex(({ part }, level) => part !== parts[level]);
      const kept = same === -1 ? open.length - 1 : same;
      while (open.length - 1 > kept) close();
      for (const part of parts.slice(kept)) open.push(folderOf(part));
      for (const folder of open) {
        folder.pages += 1;
        folder.scoreSum += score;
      }
    },
    end(): CrawlFolder {
      while (open.length > 1) close();
      const { part: _, ...site } = root;
      return { ...site, folders: largest(root.folders, 0) };
    },
  };
}

function folderOf(part: string): OpenFolder {
  return { part, name: shortened(part, maxNameLength), pages: 0, scoreSum: 0, folders: [] };
}

/** The largest folders by path, and the others as one, at the end. */
function largest(folders: readonly CrawlFolder[], level: number): CrawlFolder[] {
  const most = mostFolders[level] ?? 0;
  if (folders.length <= most) return [...folders];
  const named = folders.filter(({ name }) => name !== null);
  const bySize = [...named].sort((a, b) => b.pages - a.pages);
  const kept = new Set(bySize.slice(0, most));
  const rest = folders.filter((folder) => !kept.has(folder));
  const sum = (key: 'pages' | 'scoreSum') => rest.reduce((all, folder) => all + folder[key], 0);
  const others = { name: null, pages: sum('pages'), scoreSum: sum('scoreSum'), folders: [] };
  return [...named.filter((folder) => kept.has(folder)), others];
}
