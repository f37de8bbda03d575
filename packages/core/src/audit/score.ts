import type { CategoryScore, CheckResult, Gate, Result } from './audit.ts';
import type { Category, Check, Importance } from './checks/check.ts';

/** The rating of a score. */
export function resultOf(score: number): Result {
  if (score >= 80) return 'good';
  return score >= 50 ? 'decent' : 'bad';
}

/** The weight of a check by its importance. */
export const weights = { high: 10, medium: 5, low: 2, info: 0 } as const satisfies Record<
  Importance,
  number
>;

/** Below this coverage a report is partial. */
const fullCoverage = 0.8;

type Results = Readonly<Record<string, CheckResult>>;

/** The numbers of a report, computed from its check results alone. */
interface Score {
  readonly score: number;
  readonly result: Result;
  readonly categories: Readonly<Record<Category, CategoryScore>>;
  readonly gates: readonly Gate[];
  readonly coverage: number;
  readonly partial: boolean;
  readonly fixFirst: readonly string[];
}

/**
 * Scores check results: 100 · Σ weight·points / Σ weight over what was evaluated, rounded down,
 * then capped by the gates. Checks that do not apply or could not be evaluated are in neither sum.
 */
export function scoreResults(
  checks: readonly Check[],
  results: Results,
  options: { readonly expectIndexable: boolean },
): Score {
  const gates = triggeredGates(checks, results, options);
  const all = Object.values(results);
  const score = Math.min(average(all) ?? 0, ...gates.map(({ cap }) => cap));
  const coverage = coverageOf(all);
  return {
    score,
    result: resultOf(score),
    categories: {
      seo: categoryScore(all, 'seo'),
      performance: categoryScore(all, 'performance'),
      security: categoryScore(all, 'security'),
      miscellaneous: categoryScore(all, 'miscellaneous'),
    },
    gates,
    coverage,
    partial: coverage < fullCoverage,
    fixFirst: fixFirst(results, gates),
  };
}

function average(results: readonly CheckResult[]): number | null {
  let weight = 0;
  let earned = 0;
  for (const result of results) {
    if (result.points === null) continue;
    weight += result.weight;
    earned += result.weight * result.points;
  }
  // Floating-point sums can be slightly too low; the tolerance keeps a report from losing a point.
  return weight === 0 ? null : Math.floor((100 * earned) / weight + 1e-9);
}

function categoryScore(results: readonly CheckResult[], category: Category): CategoryScore {
  const own = results.filter((result) => result.category === category);
  const count = (status: CheckResult['status']) =>
    own.filter((result) => result.status === status).length;
  return {
    score: average(own),
    passed: count('pass'),
    warned: count('warn'),
    failed: count('fail'),
  };
}

function triggeredGates(
  checks: readonly Check[],
  results: Results,
  { expectIndexable }: { readonly expectIndexable: boolean },
): readonly Gate[] {
  return checks.flatMap(({ id, gate }) => {
    if (!gate || (gate.indexability && !expectIndexable)) return [];
    const status = results[id]?.status;
    const isTriggered = status === 'fail' || (status === 'warn' && gate.triggeredBy === 'warn');
    return isTriggered ? [{ check: id, cap: gate.cap, reason: gate.reason }] : [];
  });
}

function coverageOf(results: readonly CheckResult[]): number {
  let applicable = 0;
  let evaluated = 0;
  for (const { status, weight } of results) {
    if (status !== 'na') applicable += weight;
    if (status !== 'na' && status !== 'error') evaluated += weight;
  }
  return applicable === 0 ? 1 : evaluated / applicable;
}

/** Triggered gates first, the lowest cap before others: the score cannot rise above a cap. */
function fixFirst(results: Results, gates: readonly Gate[]): readonly string[] {
  const caps = new Map(gates.map(({ check, cap }) => [check, cap]));
  return Object.entries(results)
    .map(([id, { weight, points }]) => ({
      id,
      cap: caps.get(id) ?? 100,
      gain: weight * (1 - (points ?? 1)),
    }))
    .filter(({ gain, cap }) => gain > 0 || cap < 100)
    .sort((a, b) => a.cap - b.cap || b.gain - a.gain)
    .map(({ id }) => id);
}
