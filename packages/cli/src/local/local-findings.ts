import { readFileSync, statSync } from 'node:fs';
import type { CheckResult, ReportDetails } from '@sitegrade/core';
import type { FileOfUrl } from './file-of-url.ts';

/** A check that warns or fails on a page of a folder. */
interface LocalFinding {
  readonly url: string;
  readonly id: string;
  /** With its first places. */
  readonly check: CheckResult;
}

/** Where the findings of a crawled folder are in its files. */
export interface LocalFindings {
  readonly fileOf: FileOfUrl;
  /** Once for each file. By URL and check, so that the order does not depend on which page came first. */
  readonly all: () => readonly LocalFinding[];
  /** Whether there were more places than are kept. */
  readonly isCut: () => boolean;
  /** The line of a page that refers to a URL; `undefined` if it is not found. */
  readonly lineOf: (page: string, target: string) => number | undefined;
}

/** Gets the findings of local pages, which need not be spared. */
export interface LocalCollector {
  readonly add: (url: string, details: Pick<ReportDetails, 'checks'>) => void;
}

/** Places of a finding on a page that are kept, and of all findings: GitHub refuses files with more than 25,000. */
const most = { ofFinding: 10, inAll: 20_000 } as const;

/** A file that has no more is read for the lines in it. */
const maxFileBytes = 20_000_000;

/** Collects the findings of pages as a crawl checks them. */
export function collectLocalFindings(fileOf: FileOfUrl): LocalFindings & LocalCollector {
  const findings: LocalFinding[] = [];
  let places = 0;
  let isCut = false;
  return {
    fileOf,
    add(url, { checks }) {
      for (const [id, check] of Object.entries(checks)) {
        if (check.status !== 'fail' && check.status !== 'warn') continue;
        const evidence = check.evidence.slice(0, most.ofFinding);
        isCut ||= evidence.length < check.evidence.length || places >= most.inAll;
        if (places >= most.inAll) return;
        places += Math.max(1, evidence.length);
        findings.push({ url, id, check: { ...check, evidence } });
      }
    },
    all() {
      const seen = new Set<string>();
      return findings
        .toSorted((a, b) => compare(a.url, b.url) || compare(a.id, b.id))
        .filter(({ url, id }) => {
          const key = `${id} ${fileOf(url) ?? url}`;
          const isNew = !seen.has(key);
          seen.add(key);
          return isNew;
        });
    },
    isCut: () => isCut,
    lineOf(page, target) {
      const file = fileOf(page);
      if (file === null || statSync(file).size > maxFileBytes) return undefined;
      return lineOfUrl(readFileSync(file, 'utf8'), page, target);
    },
  };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const references = /\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** The first line of a page with a link to a URL, or a file of it. */
export function lineOfUrl(html: string, page: string, target: string): number | undefined {
  for (const match of html.matchAll(references)) {
    const written = (match[1] ?? match[2] ?? match[3] ?? '').trim().replaceAll('&amp;', '&');
    if (!URL.canParse(written, page)) continue;
    const url = new URL(written, page);
    url.hash = '';
    if (url.href !== target) continue;
    // The name of the attribute, not the white space before it.
    return html.slice(0, match.index + 1).split('\n').length;
  }
  return undefined;
}
