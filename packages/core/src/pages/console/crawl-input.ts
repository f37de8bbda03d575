import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { CreateCrawlInput } from '../../crawls/create-crawl.ts';
import { maxPatterns } from '../../crawls/path-patterns.ts';
import type { Entries } from '../../http/request/form.ts';
import type { CrawlSource, Recrawl } from '../../store/crawl.ts';
import { english as text } from '../english.ts';
import { filledLines } from './filled-lines.ts';
import { rawText as formText, toNumber } from './form.ts';
import { type FormIssue, formIssue } from './form-issue.ts';

/** The fields of the form for a crawl, by the names of the input. */
const crawlFormFields = ['url', 'maxPages', 'source', 'recrawl', 'include', 'exclude'] as const;

type CrawlField = (typeof crawlFormFields)[number];

/** The fields of the form as they were sent. */
export type CrawlForm = Readonly<Record<CrawlField, string>>;

/** What is wrong with the form, by field. */
export interface CrawlFormIssues extends Omit<FormIssue, 'issue'> {
  readonly issues: Readonly<Partial<Record<CrawlField, readonly string[]>>>;
}

/** The form that was sent. */
export function crawlFormOf(sent: Entries): CrawlForm {
  return {
    url: formText(sent, 'url').trim(),
    maxPages: formText(sent, 'max_pages').trim(),
    source: formText(sent, 'source'),
    recrawl: formText(sent, 'recrawl'),
    include: formText(sent, 'include'),
    exclude: formText(sent, 'exclude'),
  };
}

/** The input of a form. Domain functions check it: what is not a number is refused. */
export function crawlInputOf({
  url,
  maxPages,
  source,
  recrawl,
  include,
  exclude,
}: CrawlForm): CreateCrawlInput {
  return {
    url,
    maxPages: maxPages === '' ? undefined : toNumber(maxPages),
    source: source === '' ? undefined : (source as CrawlSource),
    recrawl: recrawl === '' ? undefined : (recrawl as Recrawl),
    include: patternsIn(include),
    exclude: patternsIn(exclude),
  };
}

function patternsIn(field: string): readonly string[] {
  return filledLines(field, maxPatterns).map((line) => line.text);
}

/**
 * What is wrong with a form, at its fields: those of patterns name their lines.
 *
 * @throws the error itself if it is not about what was typed, or about when it was sent.
 */
export function crawlFormIssues(error: unknown, form: CrawlForm): CrawlFormIssues {
  const { status, headers, issue } = formIssue(error, 'url');
  const issues = crawlIssuesByField(error, form);
  // An error that is about no field: a quota.
  const isAnywhere = Object.values(issues).some(({ length }) => length > 0);
  return { status, headers, issues: isAnywhere ? issues : { url: [issue] } };
}

/** The issues of an error, by the fields of the form. */
export function crawlIssuesByField(error: unknown, form: CrawlForm): CrawlFormIssues['issues'] {
  const found = (isSitegradeError(error) && error.issues) || {};
  return Object.fromEntries(
    crawlFormFields.map((field) => {
      const whole = found[field]?.slice(0, 1) ?? [];
      const isLines = field === 'include' || field === 'exclude';
      return [field, isLines ? [...whole, ...lineIssues(form, field, found)] : whole];
    }),
  );
}

/** As many lines as are of use to show. */
const maxShownLines = 10;

function lineIssues(
  form: CrawlForm,
  field: 'include' | 'exclude',
  found: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return filledLines(form[field], maxPatterns)
    .flatMap(({ line }, index) => {
      const [issue] = found[`${field}.${index}`] ?? [];
      return issue === undefined ? [] : [`${text.crawls.line(line)} ${issue}`];
    })
    .slice(0, maxShownLines);
}
