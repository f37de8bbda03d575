import { setImmediate } from 'node:timers/promises';
import type { CheckResult, PageSummary } from '@sitegrade/audit';
import type { Json } from '@sitegrade/audit/checks';
import type { Context } from '../context/context.ts';
import {
  decodePercent,
  keyPatterns,
  redactParameters,
  redactUrl,
  secretValues,
} from '../log/secret-parameters.ts';
import type { CrawlPageSummary } from '../store/crawl.ts';
import type { CrawlFolder, CrawlShape } from '../store/crawl-shape.ts';
import type { Report, ReportSummary } from '../store/report.ts';

const mark = '[redacted]';

/** A hostile redirect can have thousands of parameters. Those of the requested URL come first. */
const maxKnown = 200;

/** Redacts one text. */
type Redact = (text: string) => string;

/**
 * A copy of a report for anyone but its owner. In all its texts (URLs, redirects, title, summaries, values,
 * evidence and advice), `[redacted]` replaces what looks secret: the values of query parameters with names
 * such as `token` or `signature`, wherever these values occur again, and keys of well-known formats. The
 * rest is unchanged. Values of fewer than 8 characters are only redacted after their names.
 *
 * @param report - A report, from `getReport` for example. `findSharedReport` has redacted it already.
 * @example
 * ```ts
 * const { url } = redactReport(await getReport(context, 'user-1', 42));
 * ```
 */
export function redactReport(report: Report): Report {
  const steps = redaction(report);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A hostile report takes up to a second in all: other requests are handled in between. */
const sliceMs = 10;

/** The same as {@link redactReport}, for requests of untrusted visitors: it does not block the process. */
export async function redactReportInSlices(
  { monotonicMs }: Pick<Context, 'monotonicMs'>,
  report: Report,
): Promise<Report> {
  const steps = redaction(report);
  for (let started = monotonicMs(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (monotonicMs() - started < sliceMs) continue;
    await setImmediate();
    started = monotonicMs();
  }
}

/** Redacts a report, check by check. */
function* redaction(report: Report): Generator<void, Report> {
  const redact = redactionOf([
    report.url,
    report.finalUrl,
    ...report.page.redirects.flatMap(({ url, location }) => [url, location]),
  ]);
  const checks: [string, CheckResult][] = [];
  for (const [id, check] of Object.entries(report.checks)) {
    checks.push([id, redactCheck(check, redact)]);
    yield;
  }
  return {
    ...report,
    ...redactTexts(report, redact),
    gates: report.gates.map((gate) => ({ ...gate, reason: redact(gate.reason) })),
    partialReasons: report.partialReasons.map(redact),
    checks: Object.fromEntries(checks),
    page: redactPage(report.page, redact),
  };
}

/**
 * The same as {@link redactReport}, for a report in a list.
 *
 * @param report - A report in a list, from `listLatestReports` for example.
 * @example
 * ```ts
 * const { rows } = await listLatestReports(context, 'user-1', 7);
 * const shown = rows.map(redactReportSummary);
 * ```
 */
export function redactReportSummary<Summary extends ReportSummary>(report: Summary): Summary {
  return { ...report, ...redactTexts(report, redactionOf([report.url, report.finalUrl])) };
}

/** A copy of a page of a crawl in a list, redacted as {@link redactReport} does. */
export function redactCrawlPage(page: CrawlPageSummary): CrawlPageSummary {
  const { url, location, title, worst } = page;
  const redact = redactionOf(location === null ? [url] : [url, location]);
  return {
    ...page,
    url: redact(url),
    location: location && redact(location),
    title: title && redact(title),
    worst: worst && redact(worst),
  };
}

/** What the pages of a crawl are like, with the names of folders redacted as {@link redactReport} does. */
export function redactShape(shape: CrawlShape): CrawlShape {
  return { ...shape, root: redactFolder(shape.root, redactionOf([])) };
}

function redactFolder(folder: CrawlFolder, redact: Redact): CrawlFolder {
  return {
    ...folder,
    name: folder.name && redact(folder.name),
    folders: folder.folders.map((inner) => redactFolder(inner, redact)),
  };
}

function redactTexts(
  { url, finalUrl, title }: ReportSummary,
  redact: Redact,
): Pick<ReportSummary, 'url' | 'finalUrl' | 'title'> {
  return { url: redact(url), finalUrl: redact(finalUrl), title: title && redact(title) };
}

/** Not the other texts of a check: they come from the check, and its category is a key. */
function redactCheck(check: CheckResult, redact: Redact): CheckResult {
  return {
    ...check,
    summary: redact(check.summary),
    // Its names may be URLs.
    value: redactJson(check.value, redact, redact),
    evidence: check.evidence.map((quote) => ({ ...quote, text: redact(quote.text) })),
    advice: check.advice && redact(check.advice),
  };
}

function redactPage(page: PageSummary, redact: Redact): PageSummary {
  return redactJson(
    { ...page } as unknown as Json,
    redact,
    (name) => name,
  ) as unknown as PageSummary;
}

/** Redacts all strings of plain JSON, and its names with `redactName`. */
function redactJson(value: Json, redact: Redact, redactName: Redact): Json {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => redactJson(item, redact, redactName));
  const members = Object.entries(value).map(([name, item]) => {
    return [redactName(name), redactJson(item, redact, redactName)] as const;
  });
  return Object.fromEntries(members);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The redaction of the texts of a report with these URLs. */
export function redactionOf(urls: readonly string[]): Redact {
  const known = [...new Set(urls.flatMap((url) => secretsIn(url)))].slice(0, maxKnown);
  // Longest first: a secret that contains another one must be redacted completely.
  known.sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const secret of known) clean = withoutStart(clean.replaceAll(secret, mark), secret);
    for (const pattern of keyPatterns) clean = clean.replace(pattern, `$1${mark}`);
    return /^https?:\/\/\S+$/.test(clean) ? redactUrl(clean) : redactParameters(clean);
  };
}

/** As many characters of a secret may be known. */
const harmless = 7;

/** A text that was cut may end within a secret. */
function withoutStart(text: string, secret: string): string {
  const whole = text.endsWith('…') ? text.slice(0, -1) : text;
  const from = Math.max(0, whole.length - secret.length);
  const at = whole.indexOf(secret.slice(0, harmless + 1), from);
  if (at === -1 || !secret.startsWith(whole.slice(at))) return text;
  return `${whole.slice(0, at)}${mark}${text.slice(whole.length)}`;
}

/** The values of secret parameters, also of those of another URL in a parameter, encoded up to three times. */
function secretsIn(url: string, depth = 0): readonly string[] {
  const values = secretValues(url);
  if (depth === 3) return values;
  const inner = values.flatMap((value) => [value, decodePercent(value)]);
  const nested = [...new Set(inner)].filter((value) => /[=%]/.test(value));
  return [...values, ...nested.flatMap((value) => secretsIn(`?${value}`, depth + 1))];
}
