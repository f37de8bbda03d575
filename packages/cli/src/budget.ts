import { listSiteRules, type PageAnalysis } from '@sitegrade/core';
import { readJsonFile } from './json-file.ts';
import { nearest } from './nearest.ts';
import { isUrlPattern, matchesUrlPattern, urlPatternForm } from './url-pattern.ts';

/** What a page must reach. */
export interface Budget {
  /** The lowest score, from 0 to 100. */
  readonly minScore?: number;
  /** The lowest scores of categories. */
  readonly categories?: Readonly<Record<string, number>>;
  /** Checks that must not warn or fail. */
  readonly failOn?: readonly string[];
}

/** A budget for the pages that match. */
interface PageBudget extends Budget {
  /** A path such as `/blog/*`, or a URL such as `https://example.com/*`. `*` is any text. */
  readonly url: string;
}

/** A budget file. */
export interface BudgetFile extends Budget {
  /** Their fields replace those of the file for the pages that match. The last one that matches counts. */
  readonly pages: readonly PageBudget[];
}

const categories = ['seo', 'accessibility', 'performance', 'security', 'miscellaneous'] as const;

/**
 * Reads a budget file.
 *
 * @param checks - The ids of the checks of the ruleset.
 * @throws Error with the file and the field that is wrong.
 */
export async function readBudgetFile(file: string, checks: readonly string[]): Promise<BudgetFile> {
  const value = await readJsonFile(file);
  const fail = (field: string, problem: string): never => {
    throw new Error(`${file}: ${field === '' ? 'the budget' : field} ${problem}`);
  };
  return parseBudget(value, checks, fail);
}

type Fail = (field: string, problem: string) => never;
type Fields = Readonly<Record<string, unknown>>;

function parseBudget(value: unknown, checks: readonly string[], fail: Fail): BudgetFile {
  const fields = objectOf(value, '', fail);
  requireKnown(fields, '', ['minScore', 'categories', 'failOn', 'pages'], fail);
  const { pages = [] } = fields;
  if (!Array.isArray(pages)) return fail('pages', 'must be an array.');
  return {
    ...limitsOf(fields, '', checks, fail),
    pages: pages.map((page: unknown, index) => {
      const name = `pages[${index}]`;
      const limits = objectOf(page, name, fail);
      requireKnown(limits, `${name}.`, ['url', 'minScore', 'categories', 'failOn'], fail);
      const { url } = limits;
      if (typeof url !== 'string' || !isUrlPattern(url)) return fail(`${name}.url`, urlPatternForm);
      return { url, ...limitsOf(limits, `${name}.`, checks, fail) };
    }),
  };
}

function limitsOf(fields: Fields, prefix: string, checks: readonly string[], fail: Fail): Budget {
  const { minScore, categories: scores, failOn } = fields;
  return {
    ...(minScore !== undefined && { minScore: scoreOf(minScore, `${prefix}minScore`, fail) }),
    ...(scores !== undefined && {
      categories: categoriesOf(scores, `${prefix}categories`, fail),
    }),
    ...(failOn !== undefined && { failOn: checksOf(failOn, `${prefix}failOn`, checks, fail) }),
  };
}

function scoreOf(value: unknown, name: string, fail: Fail): number {
  if (typeof value === 'number' && value >= 0 && value <= 100) return value;
  return fail(name, 'must be a number from 0 to 100.');
}

function categoriesOf(value: unknown, name: string, fail: Fail): Readonly<Record<string, number>> {
  const fields = objectOf(value, name, fail);
  requireKnown(fields, `${name}.`, categories, fail);
  return Object.fromEntries(
    Object.entries(fields).map(([id, score]) => [id, scoreOf(score, `${name}.${id}`, fail)]),
  );
}

function checksOf(value: unknown, name: string, checks: readonly string[], fail: Fail): string[] {
  if (!Array.isArray(value)) return fail(name, 'must be an array of check ids.');
  return value.map((id: unknown, index) => {
    const problem = typeof id === 'string' ? unknownCheck(id, checks) : 'must be a string.';
    if (typeof id !== 'string' || problem !== null) return fail(`${name}[${index}]`, problem ?? '');
    return id;
  });
}

/** Why the id is wrong; `null` if it is the id of a check. */
export function unknownCheck(id: string, checks: readonly string[]): string | null {
  return unknownName(id, checks, 'a check');
}

/** Why the id is wrong if it is that of an issue, which only crawls have; otherwise `null`. */
export async function issueProblem(id: string, checks: readonly string[]): Promise<string | null> {
  if (checks.includes(id) || !(await listSiteRules()).some((rule) => rule.id === id)) return null;
  const words = (name: string) => name.split('-').toSorted().join('-');
  const similar = checks.find((check) => words(check) === words(id));
  const hint = similar === undefined ? '' : ` Pages have the check ${similar}.`;
  return `is not a check: ${id}. It is an issue across pages, which only crawls find.${hint}`;
}

/** Why the name is wrong; `null` if it is one of the known ones. */
export function unknownName(name: string, known: readonly string[], kind: string): string | null {
  if (known.includes(name)) return null;
  const similar = nearest(name, known);
  return `is not ${kind}: ${name}.${similar === undefined ? '' : ` Did you mean ${similar}?`}`;
}

function objectOf(value: unknown, name: string, fail: Fail): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail(name, 'must be an object.');
  }
  return { ...value };
}

function requireKnown(fields: Fields, prefix: string, known: readonly string[], fail: Fail): void {
  for (const name of Object.keys(fields)) {
    if (known.includes(name)) continue;
    const similar = nearest(name, known);
    const hint = similar === undefined ? `Use ${known.join(', ')}.` : `Did you mean ${similar}?`;
    fail(prefix + name, `is not a field. ${hint}`);
  }
}

/** The budget of the file for a page: its own fields, and for the others those of the whole file. */
export function budgetFor(url: string, { pages, ...general }: BudgetFile): Budget {
  const matching = pages.filter((page) => matchesUrlPattern(page.url, url));
  return Object.assign({}, general, ...matching);
}

/** Where a page is short of a budget, in sentences. */
export function shortfalls(analysis: PageAnalysis, budget: Budget): readonly string[] {
  const { minScore, categories: scores = {}, failOn = [] } = budget;
  const { score, checks, categoryScores } = analysis;
  return [
    ...(minScore !== undefined && score < minScore
      ? [`The score is ${score}, below ${minScore}.`]
      : []),
    ...categories.flatMap((id) => {
      const least = scores[id];
      const score = categoryScores[id];
      const isShort = least !== undefined && score !== null && score < least;
      return isShort ? [`The score of ${id} is ${score}, below ${least}.`] : [];
    }),
    ...failOn.flatMap((id) => {
      const check = checks[id];
      if (check?.status !== 'fail' && check?.status !== 'warn') return [];
      return [`${id}: ${check.summary}`];
    }),
  ];
}
