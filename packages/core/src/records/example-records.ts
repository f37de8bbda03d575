import type { CrawlComparison } from '../crawls/crawl-comparison.ts';
import { changesBetween } from '../reports/compare-reports.ts';
import type { CheckCatalogue } from '../reports/list-checks.ts';
import type { AcceptedFinding } from '../store/accepted-finding.ts';
import type { Crawl, CrawlPage } from '../store/crawl.ts';
import type { Delivery } from '../store/delivery.ts';
import type { Job } from '../store/job.ts';
import type { Recipient } from '../store/recipient.ts';
import { type CheckResult, detailsOf, type Report } from '../store/report.ts';
import type { Schedule } from '../store/schedule.ts';
import type { SiteFinding, SiteIssue } from '../store/site-issue.ts';
import type { Webhook } from '../store/webhook.ts';
import type { Website } from '../store/website.ts';
import { acceptedFindingRecord, declaredAcceptedFinding } from './accepted-record.ts';
import {
  crawlComparisonRecord,
  crawlPageRecord,
  crawlPageSummaryRecord,
  crawlRecord,
  declaredCrawl,
  declaredCrawlPage,
} from './crawl-record.ts';
import { type CsvColumns, csvHeader, csvRow } from './csv.ts';
import { findingColumns, findingRows } from './finding-csv.ts';
import { batchRecord, declaredJob, jobRecord } from './job-record.ts';
import { recipientRecord } from './recipient-record.ts';
import { reportColumns } from './report-csv.ts';
import {
  checkCatalogueRecord,
  comparisonRecord,
  reportRecord,
  reportSummaryRecord,
  screenshotRecord,
} from './report-record.ts';
import { scheduleRecord } from './schedule-record.ts';
import { crawlSource, findingRecord, issueRecord } from './site-issue-record.ts';
import { deliveryRecord, webhookRecord, webhookSecretRecord } from './webhook-record.ts';
import { declaredWebsite, historyRecord, websiteRecord } from './website-record.ts';

const jpeg = Buffer.from('/9j/4AAQSkZJRgABAQ==', 'base64');
const createdAt = new Date('2026-03-14T09:26:53.589Z');

const imageAlt: CheckResult = {
  category: 'accessibility',
  importance: 'medium',
  status: 'pass',
  title: 'Images have alternative text',
  summary: 'Images without alternative text: 0 of 9.',
  value: { images: 9, without: 0 },
  evidence: [],
  sampled: false,
  advice: null,
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/23a2a8/',
  weight: 5,
  points: 1,
  deduction: 0,
  gain: 0,
};

const report: Report = {
  id: 42,
  url: 'http://example.com/pricing',
  finalUrl: 'http://www.example.com/pricing',
  websiteId: 7,
  domain: 'example.com',
  title: 'Pricing',
  score: 79,
  scoreUncapped: 86,
  result: 'decent',
  categoryScores: { seo: 88, accessibility: 94, performance: 91, security: 75, miscellaneous: 100 },
  httpStatus: 200,
  createdAt,
  categories: {
    seo: { score: 88, passed: 31, warned: 4, failed: 2, notApplicable: 40, notEvaluated: 0 },
    accessibility: {
      score: 94,
      passed: 22,
      warned: 1,
      failed: 0,
      notApplicable: 24,
      notEvaluated: 0,
    },
    performance: { score: 91, passed: 17, warned: 2, failed: 0, notApplicable: 6, notEvaluated: 1 },
    security: { score: 75, passed: 9, warned: 1, failed: 3, notApplicable: 9, notEvaluated: 0 },
    miscellaneous: {
      score: 100,
      passed: 6,
      warned: 0,
      failed: 0,
      notApplicable: 3,
      notEvaluated: 0,
    },
  },
  gates: [
    {
      check: 'https',
      cap: 79,
      reason: 'The page is served over http, which browsers mark as not secure.',
    },
  ],
  coverage: 0.98,
  partial: false,
  partialReasons: [],
  fixFirst: ['https', 'title-length'],
  checks: {
    'title-length': {
      category: 'seo',
      importance: 'low',
      status: 'warn',
      title: 'The title fits in search results',
      summary: 'The title has only 7 characters.',
      value: { characters: 7, pixels: 61 },
      evidence: [{ kind: 'html', text: '<title>Pricing</title>', line: 4, column: 5 }],
      sampled: false,
      advice:
        'Write a <title> of 10 to about 60 characters, with the words that distinguish this page first. Google sets no limit, but cuts titles off where the space ends; the numbers are those of this report.',
      source: 'https://developers.google.com/search/docs/appearance/title-link',
      weight: 1.5,
      points: 0.5,
      deduction: 0.77,
      gain: 0,
    },
    'image-alt': imageAlt,
    https: {
      category: 'security',
      importance: 'high',
      status: 'fail',
      title: 'The page is served over HTTPS',
      summary: 'The page is served over http, without encryption.',
      value: 'http',
      evidence: [{ kind: 'url', text: 'http://www.example.com/pricing' }],
      sampled: false,
      advice:
        'Install a certificate (your host or Let’s Encrypt offers one for free), serve the page over https and redirect http to it.',
      source:
        'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS',
      weight: 12,
      points: 0,
      deduction: 12.24,
      gain: 20.23,
    },
  },
  page: {
    language: 'en',
    charset: 'utf-8',
    contentType: 'text/html; charset=utf-8',
    searchResult: {
      title: 'Pricing',
      url: 'http://www.example.com › pricing',
      description: 'What our plans cost, for teams of any size.',
    },
    socialCard: {
      site: 'example.com',
      title: 'Pricing',
      description: 'What our plans cost, for teams of any size.',
      hasImage: false,
    },
    transferBytes: 12_480,
    htmlBytes: 58_112,
    timeToFirstByteMs: 84.2,
    fetchMs: 131.7,
    redirects: [
      {
        url: 'http://example.com/pricing',
        status: 301,
        location: 'http://www.example.com/pricing',
        ms: 38.5,
      },
    ],
    counts: { words: 640, links: 52, images: 9, headings: 12, elements: 812 },
    notes: [],
  },
  rulesetVersion: '4',
  shareToken: '8c1f5a0e7d924b36a1c89be27f40d35a',
};

/** An earlier report of the same page, whose title was missing. */
const previous: Report = {
  ...report,
  id: 36,
  score: 49,
  result: 'bad',
  title: null,
  createdAt: new Date('2026-02-02T08:15:00.120Z'),
  checks: {
    ...report.checks,
    'image-alt': {
      ...imageAlt,
      status: 'warn',
      summary: '4 of 9 images have no alternative text.',
      value: { images: 9, without: 4 },
      points: 5 / 9,
      deduction: 2.22,
      gain: 0,
    },
  },
};

const website: Website = {
  id: report.websiteId,
  domain: report.domain,
  privacy: 'private',
  hasPassword: false,
  shareToken: '8c1f5a0e7d924b36a1c89be27f40d35a',
  reportsCount: 1,
  reportsAvgScore: report.score,
  score: 79,
  result: 'decent',
  scoreSource: {
    kind: 'crawl',
    crawlId: 42,
    pages: 118,
    measuredAt: new Date('2026-03-14T09:28:31.660Z'),
  },
  latestReport: { id: report.id, score: report.score, result: report.result, createdAt },
  nextRunAt: new Date('2026-03-16T05:19:34.456Z'),
  unreachableSince: null,
  createdAt,
  updatedAt: createdAt,
};

const schedule: Schedule = {
  websiteId: website.id,
  every: 'week',
  weekday: 'monday',
  dayOfMonth: null,
  at: '06:00',
  timeZone: 'Europe/Berlin',
  task: 'crawl',
  crawl: {
    url: 'https://example.com/',
    maxPages: 500,
    include: [],
    exclude: ['/search', '/*.pdf$'],
    source: 'both',
    recrawl: 'changed',
  },
  nextRunAt: new Date('2026-03-16T05:19:34.456Z'),
  lastRunAt: new Date('2026-03-09T05:19:41.482Z'),
  lastBatchId: null,
  lastCrawlId: 42,
  lastMissedAt: null,
  lastMissedReason: null,
  createdAt,
  updatedAt: createdAt,
};

const webhook: Webhook = {
  id: 3,
  url: 'https://example.com/hooks/sitegrade',
  format: 'json',
  events: ['findings.new', 'score.dropped', 'crawl.failed'],
  websiteIds: [website.id],
  minImportance: 'medium',
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  lastDeliveredAt: new Date('2026-03-14T09:27:05.118Z'),
  previousSecretUntil: null,
  createdAt,
  updatedAt: createdAt,
};

/** Of 32 zero bytes. */
const exampleSecret = `whsec_${Buffer.alloc(32).toString('base64')}`;

const delivery: Delivery = {
  id: 912,
  webhookId: webhook.id,
  messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJ',
  type: 'findings.new',
  websiteId: website.id,
  state: 'delivered',
  attempts: 1,
  dueAt: null,
  httpStatus: 204,
  error: null,
  durationMs: 183,
  createdAt,
  endedAt: new Date('2026-03-14T09:27:05.118Z'),
};

const accepted: AcceptedFinding = {
  id: 12,
  websiteId: website.id,
  check: 'image-alt',
  path: '/pricing',
  fingerprint: 'f1d2c4b5a6978801',
  quote: '<img src="/decoration.svg">',
  reason: 'Decoration.',
  expires: '2027-01-31',
  createdAt,
  updatedAt: createdAt,
};

const recipient: Recipient = {
  id: 4,
  websiteId: website.id,
  address: 'ann@example.com',
  events: ['findings.new', 'site.unreachable'],
  minImportance: 'medium',
  digest: true,
  state: 'confirmed',
  confirmedAt: new Date('2026-03-14T09:31:12.004Z'),
  unsubscribedAt: null,
  refusedAt: null,
  lastFailure: {
    failedAt: new Date('2026-03-16T07:00:12.345Z'),
    error: 'not_sent',
    status: '452 4.2.2',
  },
  createdAt,
  updatedAt: createdAt,
};

const job: Job = {
  id: 1042,
  batchId: 1007,
  url: report.url,
  status: 'queued',
  attempts: 1,
  reportId: null,
  error: {
    code: 'overloaded',
    message: 'Too many large pages are being analysed.',
  },
  createdAt,
  startedAt: new Date('2026-03-14T09:27:01.204Z'),
  endedAt: null,
  nextAttemptAt: new Date('2026-03-14T09:27:16.871Z'),
};

const crawl: Crawl = {
  id: 42,
  websiteId: website.id,
  domain: website.domain,
  url: 'https://example.com/',
  origin: 'https://example.com',
  maxPages: 500,
  include: [],
  exclude: ['/search', '/*.pdf$'],
  source: 'both',
  recrawl: 'changed',
  previousId: 36,
  fullReason: null,
  status: 'done',
  end: 'complete',
  error: null,
  progress: {
    discovered: 131,
    queued: 0,
    running: 0,
    done: 118,
    unchanged: 104,
    redirected: 6,
    failed: 2,
    skipped: { robots_txt: 1, excluded: 4 },
    results: { good: 84, decent: 31, bad: 3 },
    scoreSum: 9_739,
  },
  score: 79,
  result: 'decent',
  rulesetVersion: report.rulesetVersion,
  createdAt,
  startedAt: new Date('2026-03-14T09:26:54.021Z'),
  endedAt: new Date('2026-03-14T09:28:31.660Z'),
};

/** An earlier crawl of the same website. */
const earlierCrawl: Crawl = {
  ...crawl,
  id: 36,
  recrawl: 'all',
  previousId: null,
  score: 77,
  createdAt: new Date('2026-02-02T08:15:00.120Z'),
  startedAt: new Date('2026-02-02T08:15:01.040Z'),
  endedAt: new Date('2026-02-02T08:16:44.502Z'),
};

const crawlPage: CrawlPage = {
  id: 3,
  url: 'https://example.com/pricing',
  state: 'done',
  skipReason: null,
  error: null,
  depth: 1,
  inlinks: 117,
  inSitemap: true,
  httpStatus: 200,
  location: null,
  title: report.title,
  score: report.score,
  result: report.result,
  worst: report.checks[report.fixFirst[0] ?? '']?.summary ?? null,
  findings: report.fixFirst,
  isUnchanged: false,
  details: detailsOf(report),
};

const finding: SiteFinding = {
  summary: '2 pages link to https://example.com/terms, which responds with status 404.',
  pages: ['https://example.com/', 'https://example.com/pricing'],
  pagesCount: 2,
  target: 'https://example.com/terms',
  key: 'https://example.com/terms',
};

const issue: SiteIssue = {
  id: 'broken-links',
  scope: 'site',
  category: 'seo',
  importance: 'high',
  title: 'Links within the site lead to existing pages',
  advice:
    'Change or remove the links to the broken URL on the listed pages. If its page has moved, redirect (301) the URL to the new one.',
  why: 'Visitors who click such a link get an error instead of the content, and search engines cannot go on from there.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  status: 'found',
  reason: null,
  findingsCount: 1,
  pagesCount: 2,
  failedCount: 2,
  gain: 0.2,
  findings: [finding],
};

const crawlComparison: CrawlComparison = {
  from: earlierCrawl,
  to: crawl,
  score: 2,
  scoreReason: null,
  newPages: {
    total: 1,
    rows: [{ url: 'https://example.com/blog/rye', score: 88, result: 'good' }],
  },
  gonePages: { total: 0, rows: [] },
  changedPages: { total: 1, rows: [{ url: crawlPage.url, from: 49, to: 79 }] },
  findings: {
    found: {
      total: 2,
      rows: [
        {
          url: finding.pages[0] ?? null,
          check: null,
          issue: issue.id,
          importance: issue.importance,
          title: issue.title,
          summary: finding.summary,
          evidence: null,
          fingerprint: 'b1f0c3a95d2e8764',
          pagesCount: finding.pagesCount,
          remaining: null,
        },
        {
          url: crawlPage.url,
          check: 'image-alt',
          issue: null,
          importance: imageAlt.importance,
          title: imageAlt.title,
          summary: '2 of 9 images have no alternative text.',
          evidence: { kind: 'html', text: '<img src="/rye.jpg">', line: 41, column: 7 },
          fingerprint: '287e58eb8e71dde4',
          pagesCount: 1,
          remaining: 1,
        },
      ],
    },
    fixed: { total: 0, rows: [] },
    changed: { total: 0, rows: [] },
    remaining: 212,
  },
  notes: [],
};

const catalogue: CheckCatalogue = {
  rulesetVersion: report.rulesetVersion,
  checks: [
    {
      id: 'image-alt',
      category: 'accessibility',
      importance: 'medium',
      weight: 5,
      family: 'image-alt',
      title: imageAlt.title,
      advice:
        'Describe each image in its alt attribute, such as alt="A loaf of rye bread". Use an empty alt="" for images that are only decoration.',
      why: 'People who cannot see an image hear its description; if there is none, they hear a file name or nothing at all.',
      source: imageAlt.source,
      options: [],
    },
    {
      id: 'title-length',
      category: 'seo',
      importance: 'low',
      weight: 1.5,
      family: 'title',
      title: 'The title fits in search results',
      advice:
        'Write a <title> of 10 to about 60 characters, with the words that distinguish this page first. Google sets no limit, but cuts titles off where the space ends; the numbers are those of this report.',
      why: 'Search results cut off long titles, so the words that set this page apart may be lost; very short ones say too little.',
      source: 'https://developers.google.com/search/docs/appearance/title-link',
      options: [
        {
          name: 'max',
          value: 70,
          default: 60,
          min: 20,
          max: 200,
          unit: 'characters',
          description: 'Wider titles than this many characters of average width are a warning.',
        },
      ],
    },
  ],
};

const csvExample = <Row>(columns: CsvColumns<Row>, row: Row) =>
  csvHeader(columns) + csvRow(columns, row);

/** Example lists as CSV. */
export const exampleCsv = {
  report: csvExample(reportColumns, report),
  website: csvExample(declaredWebsite.columns, website),
  job: csvExample(declaredJob.columns, job),
  accepted: csvExample(declaredAcceptedFinding.columns, accepted),
  crawl: csvExample(declaredCrawl.columns, crawl),
  crawlPage: csvExample(declaredCrawlPage.columns, crawlPage),
  finding:
    csvHeader(findingColumns) +
    [...findingRows([issue])].map((row) => csvRow(findingColumns, row)).join(''),
};

function sharedPageUrl(kind: string, token: string): string {
  return `https://reports.example.com/sitegrade/share/${kind}/${token}`;
}

/** Example records, created by the same functions as the real ones. */
export const exampleRecords = {
  report: reportRecord(report, previous, { shareUrl: sharedPageUrl('reports', report.shareToken) }),
  reportSummary: reportSummaryRecord(report),
  website: websiteRecord(website, { shareUrl: sharedPageUrl('websites', website.shareToken) }),
  schedule: scheduleRecord(schedule),
  webhook: webhookRecord(webhook),
  webhook_secret: webhookSecretRecord({ webhook, secret: exampleSecret }),
  delivery: deliveryRecord(delivery),
  accepted_finding: acceptedFindingRecord(accepted),
  recipient: recipientRecord(recipient),
  job: jobRecord(job),
  batch: batchRecord(1007, { queued: 12, running: 2, done: 83, failed: 3, canceled: 0 }),
  crawl: crawlRecord(crawl),
  crawl_page: crawlPageRecord(crawl, crawlPage),
  crawlPageSummary: crawlPageSummaryRecord(crawlPage),
  crawl_comparison: crawlComparisonRecord(crawlComparison),
  issue: issueRecord(issue, crawlSource(crawl)),
  finding: findingRecord(finding),
  catalogue: checkCatalogueRecord(catalogue),
  history: historyRecord('month', {
    source: 'crawl',
    points: [
      {
        start: '2026-02-01',
        score: 77,
        pages: 112,
        count: 1,
        rulesetVersion: report.rulesetVersion,
        isComparable: true,
      },
      {
        start: '2026-03-01',
        score: 79,
        pages: 118,
        count: 1,
        rulesetVersion: report.rulesetVersion,
        isComparable: true,
      },
    ],
  }),
  screenshot: screenshotRecord(42, { screen: jpeg, film: [{ atMs: 1_280, image: jpeg }] }),
  comparison: comparisonRecord({
    from: previous,
    to: report,
    changes: changesBetween(previous, report),
    checks: {
      'image-alt': {
        from: previous.checks['image-alt'] ?? null,
        to: report.checks['image-alt'] ?? null,
      },
    },
  }),
};
