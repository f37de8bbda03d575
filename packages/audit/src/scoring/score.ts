import type { Audit, CategoryScore, CheckResult, EvaluatedCheck, Gate, Result } from '../audit.ts';
import type { Category, Check, Importance } from '../checks/check.ts';
import type { Status } from '../outcome.ts';

// How a score comes about, and why: docs/adr/0009-scores-deduct.md

/** The rating of a score. */
export function resultOf(score: number): Result {
  if (score >= 80) return 'good';
  return score >= 50 ? 'decent' : 'bad';
}

/** The points that a check can cost, by its importance. */
export const weights = { high: 12, medium: 5, low: 1.5, info: 0 } as const satisfies Record<
  Importance,
  number
>;

/** The share that a finding costs if another one of its family costs more. */
const familyShare = 1 / 4;
/** Findings of low importance, sorted by their cost, cost this share more for each one before them. */
const lowDecay = 0.9;
/** A report whose coverage is smaller is partial. */
const fullCoverage = 0.8;
/** Below this coverage the score is capped, and findings do not cost more and more. */
const leastCoverage = 0.5;
const leastCoverageCap = 79;

/**
 * How much more a finding costs in its category than in the score, because a category has fewer checks. One failed
 * finding of high importance puts a category below 70, one of medium importance leaves it at 70 or more, and one of
 * low importance at 85 or more.
 */
const categoryScale = 2.75;
/** Warnings cost a category this many points at most. */
const warningsInCategory = 15;
/** The categories whose checks are about the content of a page. */
const contentCategories: readonly Category[] = ['seo', 'accessibility'];

/** The numbers of a report, computed from its check results alone. */
type Score = Omit<Audit, 'url' | 'finalUrl' | 'httpStatus' | 'title' | 'rulesetVersion' | 'page'>;

/** A check of the ruleset and its result. */
interface Scored {
  readonly check: Check;
  readonly result: EvaluatedCheck;
  /** Whether the check is about indexing, of a page that is not meant to be indexed. */
  readonly isIgnored: boolean;
}

/** The findings of a report or of one category, and what decides what they cost. */
interface Findings {
  /** In ruleset order. Other lists about them have the same indexes. */
  readonly list: readonly Scored[];
  readonly families: readonly Family[];
  /** The indexes of those of low importance. */
  readonly low: readonly number[];
  readonly coverage: number;
}

/** The findings of one family. */
interface Family {
  /** Their indexes in the list of all findings. */
  readonly indexes: number[];
  /** The points that they cost together at most. */
  most: number;
}

/**
 * Scores check results: 100 less what each finding costs, rounded down, then capped by the gates. Checks
 * that pass, do not apply or could not be evaluated cost nothing.
 */
export function scoreResults(
  checks: readonly Check[],
  results: ReadonlyMap<string, EvaluatedCheck>,
  { expectIndexable }: { readonly expectIndexable: boolean },
): Score {
  const all: Scored[] = [];
  for (const check of checks) {
    const result = results.get(check.id);
    const isIgnored = !expectIndexable && check.gate?.indexability === true;
    if (result) all.push({ check, result, isIgnored });
  }
  const coverage = coverageOf(all);
  // A report has many checks, and few that decide its score.
  const relevant = all.filter((scored) => scored.check.capsFamily || isFinding(scored));
  const triggered = all.filter(isTriggered);
  const findings = findingsAmong(relevant, coverage);
  const shared = shareWithinFamilies(findings);
  const costs = finalCosts(findings, shared);
  const scoreUncapped = coverage === 0 ? 0 : scoreOf(sumOf(costs));
  const gates = [...triggered.flatMap(gateOf), ...coverageGate(coverage)];
  const score = Math.min(scoreUncapped, ...gates.map(({ cap }) => cap));
  const gains = gainsOf(findings, shared, gates);
  const partialReasons = partialReasonsOf(triggered, coverage);
  const isContentSeen = !triggered.some(({ check }) => check.gate?.partial);
  const counts = countByCategory(all);
  const categoryScore = (category: Category) => {
    const isSeen = isContentSeen || !contentCategories.includes(category);
    return scoreOfCategory(category, counts[category], relevant, coverage, isSeen);
  };
  return {
    score,
    scoreUncapped,
    result: resultOf(score),
    categories: {
      seo: categoryScore('seo'),
      accessibility: categoryScore('accessibility'),
      performance: categoryScore('performance'),
      security: categoryScore('security'),
      miscellaneous: categoryScore('miscellaneous'),
    },
    gates,
    coverage,
    partial: partialReasons.length > 0,
    partialReasons,
    fixFirst: fixFirst(all, findings, gains, scoreUncapped),
    checks: withDeductions(all, findings, costs, gains),
  };
}

/**
 * The score of a report without some of its findings: they cost nothing, and cap nothing. What the others cost stays as it
 * is in the report, also within a family.
 *
 * @param without - The ids of the checks that found them.
 */
export function scoreWithout(
  {
    scoreUncapped,
    coverage,
    gates,
    checks,
  }: Pick<Audit, 'scoreUncapped' | 'coverage' | 'gates' | 'checks'>,
  without: ReadonlySet<string>,
): number {
  const isLeft = (id: string | null) => id === null || !without.has(id);
  const costs = Object.entries(checks).map(([id, { deduction }]) => (isLeft(id) ? deduction : 0));
  const caps = gates.filter(({ check }) => isLeft(check)).map(({ cap }) => cap);
  // Without any check that could be evaluated, a report has the score 0.
  return Math.min(coverage === 0 ? scoreUncapped : scoreOf(sumOf(costs)), ...caps);
}

function withDeductions(
  all: readonly Scored[],
  { list }: Findings,
  costs: readonly number[],
  gains: ReadonlyMap<string, Gain>,
): Record<string, CheckResult> {
  const deductions = new Map(list.map(({ check }, index) => [check.id, costs[index]]));
  const checks: Record<string, CheckResult> = {};
  for (const { check, result } of all) {
    const { id } = check;
    checks[id] = isFaultless(result)
      ? withDeduction(result, 0, 0)
      : withDeduction(result, deductions.get(id) ?? 0, gains.get(id)?.now ?? 0);
  }
  return checks;
}

/** Whether a result is not a finding and triggers no gate: that of most checks. */
function isFaultless({ points, status }: EvaluatedCheck): boolean {
  return points === null || (points === 1 && status === 'pass');
}

/** Each field by its name: with Node 20, `{ ...result, deduction }` takes four times the memory. */
function withDeduction(result: EvaluatedCheck, deduction: number, gain: number): CheckResult {
  const scored: CheckResult = {
    category: result.category,
    importance: result.importance,
    status: result.status,
    title: result.title,
    summary: result.summary,
    value: result.value,
    evidence: result.evidence,
    sampled: result.sampled,
    advice: result.advice,
    source: result.source,
    weight: result.weight,
    points: result.points,
    deduction,
    gain,
  };
  const { readFrom, sourceStatus } = result;
  if (readFrom === undefined) return scored;
  return { ...scored, readFrom, ...(sourceStatus !== undefined && { sourceStatus }) };
}

/** @param relevant - The findings, and the checks that cap their families. */
function findingsAmong(relevant: readonly Scored[], coverage: number): Findings {
  const list: Scored[] = [];
  const low: number[] = [];
  const families = new Map<string, Family>();
  for (const scored of relevant) {
    const { family } = scored.check;
    const { weight, importance } = scored.result;
    const index = isFinding(scored) ? list.push(scored) - 1 : null;
    if (index !== null && importance === 'low') low.push(index);
    if (family === undefined) continue;
    const members = families.get(family) ?? { indexes: [], most: Number.POSITIVE_INFINITY };
    families.set(family, members);
    if (index !== null) members.indexes.push(index);
    if (scored.check.capsFamily && weight > 0) members.most = Math.min(members.most, weight);
  }
  return { list, families: [...families.values()], low, coverage };
}

/** What each finding costs within its family, in points. */
function shareWithinFamilies({ list, families }: Findings, costOf = ownCost): readonly number[] {
  const costs = list.map(costOf);
  for (const family of families) shareWithin(family, costs);
  return costs;
}

function ownCost({ result: { weight, points } }: Scored): number {
  return weight * (1 - (points ?? 1));
}

/** A failure of high importance counts in full in its category, also if only half of what it checks has failed. */
function costInCategory(scored: Scored): number {
  const { status, importance, weight } = scored.result;
  return status === 'fail' && importance === 'high' ? weight : ownCost(scored);
}

/** Changes the costs of the findings of a family, from what each costs alone. */
function shareWithin({ indexes, most }: Family, costs: number[]): void {
  const costAt = (index: number) => costs[index] ?? 0;
  // The largest cost first, in ruleset order where they are equal.
  const sorted = [...indexes].sort((a, b) => costAt(b) - costAt(a));
  let sum = 0;
  sorted.forEach((index, rank) => {
    if (rank > 0) costs[index] = costAt(index) * familyShare;
    sum += costAt(index);
  });
  if (sum <= most) return;
  for (const index of sorted) costs[index] = (costAt(index) * most) / sum;
}

/**
 * What each finding costs in the end, in points with two decimals.
 *
 * @param shared - What each costs within its family; 0 for one that costs nothing.
 */
function finalCosts({ low, coverage }: Findings, shared: readonly number[]): readonly number[] {
  const costs = [...shared];
  const costAt = (index: number) => costs[index] ?? 0;
  // What costs nothing is last, and decays no others.
  const sorted = [...low].sort((a, b) => costAt(b) - costAt(a));
  sorted.forEach((index, rank) => {
    costs[index] = costAt(index) * lowDecay ** rank;
  });
  const divisor = Math.max(coverage, leastCoverage);
  // A finding costs something, so that only a page without findings has 100.
  return costs.map((cost) =>
    cost === 0 ? 0 : Math.max(Math.round((100 * cost) / divisor), 1) / 100,
  );
}

function sumOf(costs: readonly number[]): number {
  let sum = 0;
  for (const cost of costs) sum += cost;
  return sum;
}

function scoreOf(deducted: number): number {
  // Sums of decimals are slightly off; the tolerance keeps a report from losing a point.
  return Math.max(0, Math.floor(100 - deducted + 1e-6));
}

/** What the checks of a category found. */
interface CategoryCounts {
  readonly statuses: Record<Status, number>;
  /** Whether one that has a weight could be evaluated. */
  isEvaluated: boolean;
  /** The measurements, with the weights that they have in it. */
  readonly speed: Scored[];
}

function countByCategory(all: readonly Scored[]): Readonly<Record<Category, CategoryCounts>> {
  const noCounts = (): CategoryCounts => ({
    statuses: { pass: 0, warn: 0, fail: 0, na: 0, error: 0 },
    isEvaluated: false,
    speed: [],
  });
  const counts = {
    seo: noCounts(),
    accessibility: noCounts(),
    performance: noCounts(),
    security: noCounts(),
    miscellaneous: noCounts(),
  };
  for (const scored of all) {
    const { category, status, points, weight, readFrom } = scored.result;
    const counted = counts[category];
    counted.statuses[status]++;
    if (points === null) continue;
    if (weight > 0) counted.isEvaluated = true;
    if (readFrom === 'measured') counted.speed.push(withWeight(scored));
  }
  return counts;
}

/** Within its category a finding costs what it would cost if there were no other category. */
function scoreOfCategory(
  category: Category,
  { statuses, isEvaluated, speed }: CategoryCounts,
  relevant: readonly Scored[],
  coverage: number,
  isSeen: boolean,
): CategoryScore {
  const ofCategory = [
    ...relevant.filter(({ result }) => result.category === category),
    ...speed.filter(isFinding),
  ];
  const findings = findingsAmong(ofCategory, coverage);
  const costs = finalCosts(findings, shareWithinFamilies(findings, costInCategory));
  return {
    score:
      isEvaluated && isSeen
        ? // No category is without a fault beside a check that has failed, also if that costs nothing.
          Math.min(categoryScoreOf(costOfCategory(findings, costs)), statuses.fail > 0 ? 99 : 100)
        : null,
    passed: statuses.pass,
    warned: statuses.warn,
    failed: statuses.fail,
    notApplicable: statuses.na,
    notEvaluated: statuses.error,
    ...(speed.length > 0 && { includesSpeed: true }),
  };
}

/** What a measurement counts in its category: it has no weight in the score, which must be the same each time. */
function withWeight({ result, ...scored }: Scored): Scored {
  return { ...scored, result: { ...result, weight: weights[result.importance] } };
}

/** What one failed finding of high importance costs a category: up to there, each finding costs what it costs alone. */
const linearCost = weights.high * categoryScale;

/**
 * Beyond {@link linearCost}, each finding takes a share of what is left, so that a category in which most is right is never
 * worth nothing.
 */
function categoryScoreOf(cost: number): number {
  const most = 100 - linearCost;
  const left = cost <= linearCost ? 100 - cost : most * Math.exp(-(cost - linearCost) / most);
  return scoreOf(100 - left);
}

/** What the findings of a category cost it. */
function costOfCategory({ list }: Findings, costs: readonly number[]): number {
  let warnings = 0;
  let failures = 0;
  for (const [index, { result }] of list.entries()) {
    const cost = categoryScale * (costs[index] ?? 0);
    if (result.status === 'warn') warnings += cost;
    else failures += cost;
  }
  return failures + Math.min(warnings, warningsInCategory);
}

/** Whether the check caps the score. */
function isTriggered({ check, result, isIgnored }: Scored): boolean {
  const { status, readFrom } = result;
  if (status !== 'fail' && status !== 'warn') return false;
  const { gate } = check;
  if (!gate || isIgnored) return false;
  // In a browser, the content was seen.
  if (gate.partial && readFrom === 'rendered') return false;
  return status === 'fail' || gate.triggeredBy === 'warn';
}

function gateOf({ check: { id, gate } }: Scored): readonly Gate[] {
  return gate ? [{ check: id, cap: gate.cap, reason: gate.reason }] : [];
}

function coverageGate(coverage: number): readonly Gate[] {
  if (coverage >= leastCoverage) return [];
  return [{ check: null, cap: leastCoverageCap, reason: coverageReason(coverage) }];
}

function partialReasonsOf(triggered: readonly Scored[], coverage: number): readonly string[] {
  const reasons = triggered
    .filter(({ check }) => check.gate?.partial)
    .flatMap((scored) => gateOf(scored).map(({ reason }) => reason));
  return coverage < fullCoverage ? [...reasons, coverageReason(coverage)] : reasons;
}

function coverageReason(coverage: number): string {
  return `Only ${Math.floor(coverage * 100)}% of the checks that apply could be evaluated, by weight.`;
}

function coverageOf(all: readonly Scored[]): number {
  let applicable = 0;
  let evaluated = 0;
  for (const { result } of all) {
    if (result.status !== 'na') applicable += result.weight;
    if (result.status !== 'na' && result.status !== 'error') evaluated += result.weight;
  }
  return applicable === 0 ? 1 : evaluated / applicable;
}

/** What the fix of a finding alone gains, in points with two decimals. */
interface Gain {
  /** Of the score, with the gates that then remain. */
  readonly now: number;
  /** Of the score without gates. */
  readonly uncapped: number;
}

/**
 * What each fix gains, by the id of its check: the score without that finding, less the score. A fix also moves the
 * others of its family and those of low importance.
 */
function gainsOf(
  findings: Findings,
  shared: readonly number[],
  gates: readonly Gate[],
): ReadonlyMap<string, Gain> {
  const capped = (points: number, caps: readonly Gate[]) =>
    Math.min(points, ...caps.map(({ cap }) => cap));
  const left = (costs: readonly number[]) => Math.max(0, 100 - sumOf(costs));
  const uncapped = left(finalCosts(findings, shared));
  const gains = new Map<string, Gain>();
  const addGain = (id: string, fixed: number) => {
    const others = gates.filter(({ check }) => check !== id);
    gains.set(id, {
      now: rounded(Math.max(0, capped(fixed, others) - capped(uncapped, gates))),
      uncapped: rounded(fixed - uncapped),
    });
  };
  for (const { check } of gates) if (check !== null) addGain(check, uncapped);
  for (const [index, { check }] of findings.list.entries()) {
    addGain(check.id, left(finalCosts(findings, costsWithout(index, findings, shared))));
  }
  return gains;
}

function rounded(points: number): number {
  return Math.round(100 * points) / 100;
}

/** The order in which readers see the gains: what limits the score, the lowest limit first, then what gains most now. */
function fixFirst(
  all: readonly Scored[],
  { list }: Findings,
  gains: ReadonlyMap<string, Gain>,
  scoreUncapped: number,
): readonly string[] {
  const found = new Set(list);
  // A cap that the score does not reach limits nothing.
  const limitOf = (scored: Scored) =>
    isTriggered(scored) ? Math.min(scored.check.gate?.cap ?? 100, scoreUncapped) : scoreUncapped;
  const gainOf = ({ check }: Scored): Gain => gains.get(check.id) ?? { now: 0, uncapped: 0 };
  return all
    .filter((scored) => !isFaultless(scored.result) && (found.has(scored) || isTriggered(scored)))
    .sort(
      (a, b) =>
        limitOf(a) - limitOf(b) ||
        gainOf(b).now - gainOf(a).now ||
        gainOf(b).uncapped - gainOf(a).uncapped,
    )
    .map(({ check }) => check.id);
}

/** What each finding costs within its family if the one at this index is fixed. */
function costsWithout(
  index: number,
  { list, families }: Findings,
  shared: readonly number[],
): readonly number[] {
  const costs = [...shared];
  costs[index] = 0;
  const family = families.find(({ indexes }) => indexes.includes(index));
  if (family === undefined) return costs;
  const indexes = family.indexes.filter((other) => other !== index);
  for (const other of indexes) {
    const finding = list[other];
    if (finding) costs[other] = ownCost(finding);
  }
  shareWithin({ indexes, most: family.most }, costs);
  return costs;
}

/** Whether the check costs points. */
function isFinding({ result: { points, weight }, isIgnored }: Scored): boolean {
  return points !== null && points < 1 && weight > 0 && !isIgnored;
}
