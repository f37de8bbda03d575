import { randomBytes } from 'node:crypto';
import type { CheckInfo, ReportDetails } from '@sitegrade/core';
import type { NewReport } from '@sitegrade/core/store';

/**
 * A report to insert: plausible and complete. Pass only the fields that the test is about.
 *
 * @example
 * ```ts
 * const report = await store.reports.create(newReport({ ownerId: 'user-1', score: 40, result: 'bad' }));
 * ```
 */
export function newReport(part: Partial<NewReport> = {}): NewReport {
  return {
    ownerId: 'owner-1',
    url: 'https://example.com/',
    finalUrl: 'https://www.example.com/',
    domain: 'example.com',
    title: 'Example',
    score: 80,
    result: 'good',
    httpStatus: 200,
    rulesetVersion: '1',
    rulesetChecks,
    shareToken: newShareToken(),
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    defaultPrivacy: 'private',
    websiteShareToken: newShareToken(),
    ...reportDetails,
    ...part,
  };
}

/** Random, as stores keep share tokens unique. */
function newShareToken(): string {
  return randomBytes(16).toString('base64url');
}

const rulesetChecks: readonly CheckInfo[] = [
  {
    id: 'title',
    category: 'seo',
    importance: 'high',
    weight: 12,
    family: null,
    title: 'Title',
    advice: 'Write 10 to 60 characters.',
    source: 'https://example.org/title',
  },
];

const reportDetails: ReportDetails = {
  scoreUncapped: 86,
  categories: {
    seo: { score: 80, passed: 3, warned: 1, failed: 0, notApplicable: 4, notEvaluated: 1 },
    accessibility: {
      score: 96,
      passed: 9,
      warned: 1,
      failed: 0,
      notApplicable: 12,
      notEvaluated: 0,
    },
    performance: { score: 75, passed: 1, warned: 0, failed: 1, notApplicable: 4, notEvaluated: 1 },
    security: { score: null, passed: 0, warned: 0, failed: 0, notApplicable: 4, notEvaluated: 1 },
    miscellaneous: {
      score: 100,
      passed: 2,
      warned: 0,
      failed: 0,
      notApplicable: 4,
      notEvaluated: 1,
    },
  },
  gates: [{ check: 'https', cap: 79, reason: 'The page is not served over https.' }],
  coverage: 0.95,
  partial: true,
  partialReasons: ['The content of the page needs JavaScript.'],
  fixFirst: ['title', 'https'],
  checks: {
    title: {
      category: 'seo',
      importance: 'high',
      status: 'warn',
      title: 'Title',
      summary: 'The title has 3 characters.',
      value: 3,
      evidence: [{ kind: 'html', text: '<title>Abc</title>', line: 2, column: 3 }],
      sampled: false,
      advice: 'Write 10 to 60 characters.',
      source: 'https://example.org/title',
      weight: 12,
      points: 0.5,
      deduction: 6.32,
      gain: 6.32,
    },
  },
  page: {
    language: 'en',
    charset: 'utf-8',
    contentType: 'text/html',
    searchResult: { title: 'Abc', url: 'https://example.com', description: null },
    socialCard: { site: 'example.com', title: 'Abc', description: null, hasImage: false },
    transferBytes: 1234,
    htmlBytes: 4321,
    timeToFirstByteMs: 12.5,
    fetchMs: 34,
    redirects: [],
    counts: { words: 10, links: 2, images: 1, headings: 3, elements: 40 },
    notes: [],
  },
};
