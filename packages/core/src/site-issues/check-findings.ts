import type { OutlineFinding, PageOutline } from '@sitegrade/audit';
import { addLowest } from './lowest.ts';

/** The most texts of a check that are counted; with more of them, each stands for one page. */
const mostTexts = 2_000;
/** How many are kept then: those of the first pages by URL. */
const keptTexts = 1_000;

/** What one check found on the pages of a site. */
export interface CheckFindings {
  /** On how many pages it failed or warned. */
  readonly pagesCount: number;
  /** On how many of them it failed. */
  readonly failedCount: number;
  /** What fixes on all of them gain, in hundredths of points of the pages' scores: integers have the same sum in any order. */
  readonly gain: number;
  /** The pages by what was found there, in a sentence. */
  readonly groups: ReadonlyMap<string, PageGroup>;
  /** Whether there were too many groups: then some are left out, and of the others, only the first page is known. */
  readonly isCut: boolean;
}

/** Pages on which a check found the same. */
interface PageGroup {
  readonly count: number;
  /** The lowest indexes of its pages, in order. */
  readonly pages: readonly number[];
}

interface Growing extends CheckFindings {
  pagesCount: number;
  failedCount: number;
  gain: number;
  groups: Map<string, PageGroup & { count: number; readonly pages: number[] }>;
  isCut: boolean;
  /** Of groups that were cut, the first page of the last one: later pages change nothing. */
  last: number;
}

/** What the checks found on the pages of a site while it is built. */
export interface CheckFindingsTable {
  readonly byCheck: ReadonlyMap<string, CheckFindings>;
  /** Adds what was found on a page, once. */
  readonly add: (index: number, findings: PageOutline['findings']) => void;
}

/** Opens a table. Its memory depends on the number of checks, not of pages, and its content not on the order of the pages. */
export function openCheckFindings(): CheckFindingsTable {
  const byCheck = new Map<string, Growing>();
  return {
    byCheck,
    add(index, findings) {
      for (const [check, finding] of Object.entries(findings)) {
        const { status, gain, summary } = readFinding(finding);
        const found = byCheck.get(check) ?? noFindings();
        byCheck.set(check, found);
        found.pagesCount += 1;
        found.gain += Math.round(100 * gain);
        found.failedCount += status === 'fail' ? 1 : 0;
        if (index > found.last) continue;
        const group = found.groups.get(summary) ?? { count: 0, pages: [] };
        found.groups.set(summary, group);
        group.count += 1;
        addLowest(group.pages, index);
        if (found.groups.size > mostTexts) cut(found);
      }
    },
  };
}

function noFindings(): Growing {
  return {
    pagesCount: 0,
    failedCount: 0,
    gain: 0,
    groups: new Map(),
    isCut: false,
    last: Infinity,
  };
}

/** Keeps the groups of the first pages. One that was left out comes back if it has a page that is among these. */
function cut(found: Growing): void {
  const first = [...found.groups].sort(([, a], [, b]) => (a.pages[0] ?? 0) - (b.pages[0] ?? 0));
  found.groups = new Map(first.slice(0, keptTexts));
  found.isCut = true;
  found.last = first[keptTexts - 1]?.[1].pages[0] ?? Infinity;
}

/** A finding of an outline; older ones say neither what was found nor what it costs. */
function readFinding(finding: PageOutline['findings'][string]): OutlineFinding {
  return typeof finding === 'string' ? { status: finding, gain: 0, summary: '' } : finding;
}

/** The status of a finding of an outline; `undefined` without one. */
export function findingStatus(
  finding: PageOutline['findings'][string] | undefined,
): OutlineFinding['status'] | undefined {
  return typeof finding === 'object' ? finding.status : finding;
}
