import type { CategoryScore, CheckResult, EvaluatedCheck, Gate, Result } from './audit.ts';
import type { Category, Check, Importance } from './checks/check.ts';

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
 * How much more a finding costs in its category than in the score. A category has few checks: unscaled,
 * nearly all pages would have nearly 100. Fitted on real pages: docs/scores-on-real-pages.md.
 */
const categoryScale: Readonly<Record<Category, number>> = {
  seo: 1.5,
  accessibility: 4,
  performance: 17,
  security: 4,
  miscellaneous: 34,
};

/** The numbers of a report, computed from its check results alone. */
interface Score {
  readonly score: number;
  readonly scoreUncapped: number;
  readonly result: Result;
  readonly categories: Readonly<Record<Category, CategoryScore>>;
  readonly gates: readonly Gate[];
  readonly coverage: number;
  readonly partial: boolean;
  readonly partialReasons: readonly string[];
  readonly fixFirst: readonly string[];
  readonly checks: Readonly<Record<string, CheckResult>>;
}

/** A check of the ruleset and its result. */
interface Scored {
  readonly check: Check;
  readonly result: EvaluatedCheck;
  /** Whether the check is about indexing, of a page that is not meant to be indexed. */
  readonly isIgnored: boolean;
}

/**
 * Scores check results: 100 less what each finding costs, rounded down, then capped by the gates. Checks
 * that pass, do not apply or could not be evaluated cost nothing.
 */
export function scoreResults(
  checks: readonly Check[],
  results: Readonly<Record<string, EvaluatedCheck>>,
  { expectIndexable }: { readonly expectIndexable: boolean },
): Score {
  const all = checks.flatMap((check): Scored[] => {
    const result = results[check.id];
    const isIgnored = !expectIndexable && check.gate?.indexability === true;
    return result ? [{ check, result, isIgnored }] : [];
  });
  const coverage = coverageOf(all);
  // A report has many checks and few findings, and the costs are computed for each of them.
  const relevant = all.filter((scored) => scored.check.capsFamily || isFinding(scored));
  const costs = costsOf(relevant, coverage);
  const scoreUncapped = coverage === 0 ? 0 : scoreOf(sumOf(costs));
  const gates = [...all.flatMap(triggeredGate), ...coverageGate(coverage)];
  const score = Math.min(scoreUncapped, ...gates.map(({ cap }) => cap));
  const partialReasons = partialReasonsOf(all, coverage);
  return {
    score,
    scoreUncapped,
    result: resultOf(score),
    categories: {
      seo: categoryScore(all, relevant, coverage, 'seo'),
      accessibility: categoryScore(all, relevant, coverage, 'accessibility'),
      performance: categoryScore(all, relevant, coverage, 'performance'),
      security: categoryScore(all, relevant, coverage, 'security'),
      miscellaneous: categoryScore(all, relevant, coverage, 'miscellaneous'),
    },
    gates,
    coverage,
    partial: partialReasons.length > 0,
    partialReasons,
    fixFirst: fixFirst(all, relevant, coverage),
    checks: Object.fromEntries(
      all.map(({ check: { id }, result }) => [id, withDeduction(result, costs.get(id) ?? 0)]),
    ),
  };
}

/** With Node 20, `{ ...result, deduction }` takes four times the memory. */
function withDeduction(result: EvaluatedCheck, deduction: number): CheckResult {
  return Object.assign({}, result, { deduction });
}

/**
 * What each finding costs, by check id, in points with two decimals.
 *
 * @param relevant - The findings, and the checks that cap their families.
 */
function costsOf(relevant: readonly Scored[], coverage: number): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  const findings = relevant.filter(isFinding);
  for (const { check, result } of findings) {
    costs.set(check.id, result.weight * (1 - (result.points ?? 1)));
  }
  shareWithinFamilies(relevant, costs);
  const low = findings.filter(({ result }) => result.importance === 'low');
  byCost(low, costs).forEach(({ check: { id } }, place) => {
    costs.set(id, (costs.get(id) ?? 0) * lowDecay ** place);
  });
  const divisor = Math.max(coverage, leastCoverage);
  for (const [id, cost] of costs) {
    // A finding costs something, so that only a page without findings has 100.
    costs.set(id, Math.max(Math.round((100 * cost) / divisor), 1) / 100);
  }
  return costs;
}

function shareWithinFamilies(relevant: readonly Scored[], costs: Map<string, number>): void {
  const families = new Map<string, Scored[]>();
  for (const scored of relevant) {
    const { family } = scored.check;
    if (family === undefined) continue;
    const members = families.get(family);
    if (members) members.push(scored);
    else families.set(family, [scored]);
  }
  for (const family of families.values()) {
    const findings = byCost(
      family.filter(({ check }) => costs.has(check.id)),
      costs,
    );
    findings.slice(1).forEach(({ check: { id } }) => {
      costs.set(id, (costs.get(id) ?? 0) * familyShare);
    });
    const most = family.find(({ check }) => check.capsFamily)?.result.weight || Infinity;
    const sum = findings.reduce((total, { check }) => total + (costs.get(check.id) ?? 0), 0);
    if (sum <= most) continue;
    for (const { check } of findings) {
      costs.set(check.id, ((costs.get(check.id) ?? 0) * most) / sum);
    }
  }
}

/** The largest cost first, in ruleset order where they are equal. */
function byCost(
  findings: readonly Scored[],
  costs: ReadonlyMap<string, number>,
): readonly Scored[] {
  const cost = ({ check }: Scored) => costs.get(check.id) ?? 0;
  return [...findings].sort((a, b) => cost(b) - cost(a));
}

function sumOf(costs: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const cost of costs.values()) sum += cost;
  return sum;
}

function scoreOf(deducted: number): number {
  // Sums of decimals are slightly off; the tolerance keeps a report from losing a point.
  return Math.max(0, Math.floor(100 - deducted + 1e-6));
}

/** Within its category a finding costs what it would cost if there were no other category. */
function categoryScore(
  all: readonly Scored[],
  relevant: readonly Scored[],
  coverage: number,
  category: Category,
): CategoryScore {
  const isOwn = ({ result }: Scored) => result.category === category;
  const own = all.filter(isOwn);
  const count = (status: CheckResult['status']) =>
    own.filter(({ result }) => result.status === status).length;
  const isEvaluated = own.some(({ result }) => result.points !== null && result.weight > 0);
  const deducted = categoryScale[category] * sumOf(costsOf(relevant.filter(isOwn), coverage));
  return {
    score: isEvaluated ? scoreOf(deducted) : null,
    passed: count('pass'),
    warned: count('warn'),
    failed: count('fail'),
    notApplicable: count('na'),
    notEvaluated: count('error'),
  };
}

function triggeredGate({ check, result: { status }, isIgnored }: Scored): readonly Gate[] {
  const { id, gate } = check;
  if (!gate || isIgnored) return [];
  const isTriggered = status === 'fail' || (status === 'warn' && gate.triggeredBy === 'warn');
  return isTriggered ? [{ check: id, cap: gate.cap, reason: gate.reason }] : [];
}

function coverageGate(coverage: number): readonly Gate[] {
  if (coverage >= leastCoverage) return [];
  return [{ check: null, cap: leastCoverageCap, reason: coverageReason(coverage) }];
}

function partialReasonsOf(all: readonly Scored[], coverage: number): readonly string[] {
  const reasons = all
    .filter(({ check }) => check.gate?.partial)
    .flatMap((scored) => triggeredGate(scored).map(({ reason }) => reason));
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

/**
 * What caps the score comes first, the lowest cap before others; then what a fix alone gains, as the score
 * without that finding shows: a fix also moves the others of its family and those of low importance.
 */
function fixFirst(
  all: readonly Scored[],
  relevant: readonly Scored[],
  coverage: number,
): readonly string[] {
  const sum = (some: readonly Scored[]) => sumOf(costsOf(some, coverage));
  const total = sum(relevant);
  const gainOf = (finding: Scored) => {
    const fixed = { ...finding, result: { ...finding.result, points: 1 } };
    const rest = sum(relevant.map((scored) => (scored === finding ? fixed : scored)));
    return Math.round(100 * (total - rest));
  };
  return all
    .map((finding) => {
      const [gate] = triggeredGate(finding);
      const gain = isFinding(finding) ? gainOf(finding) : 0;
      return {
        id: finding.check.id,
        isListed: isFinding(finding) || gate,
        cap: gate?.cap ?? 100,
        gain,
      };
    })
    .filter(({ isListed }) => isListed)
    .sort((a, b) => a.cap - b.cap || b.gain - a.gain)
    .map(({ id }) => id);
}

/** Whether the check costs points. */
function isFinding({ result: { points, weight }, isIgnored }: Scored): boolean {
  return points !== null && points < 1 && weight > 0 && !isIgnored;
}
