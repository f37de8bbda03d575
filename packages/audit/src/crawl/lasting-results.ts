import type { AuditFacts } from '../audit-facts.ts';
import { type Check, optionsOf } from '../checks/check.ts';

const dayMs = 86_400_000;

/** No results last longer: texts name days and times. */
const maxDays = 90;

/** Facts that remember which checks read the time. */
interface WatchedTime {
  readonly facts: AuditFacts;
  /** The check that runs next; `null` after the last one. */
  readonly onCheck: (check: Check | null) => void;
  readonly checks: ReadonlySet<Check>;
}

/** Wraps the facts of a page. */
export function watchTime({ now, ...others }: AuditFacts): WatchedTime {
  const checks = new Set<Check>();
  let current: Check | null = null;
  return {
    facts: {
      ...others,
      get now() {
        if (current !== null) checks.add(current);
        return now;
      },
    },
    onCheck: (check) => {
      current = check;
    },
    checks,
  };
}

/**
 * Until when the checks that read the time have the same results, in milliseconds since 1970: on a day between, they
 * may have others. Texts may differ, such as the days until a certificate expires.
 *
 * @param facts - Those that the checks were evaluated with.
 */
export function lastsUntil(facts: AuditFacts, checks: ReadonlySet<Check>): number {
  const { now, ...others } = facts;
  const start = now.getTime();
  const at = (days: number): AuditFacts => ({ ...others, now: new Date(start + days * dayMs) });
  let days = maxDays;
  for (const check of checks) {
    const first = resultOf(check, facts);
    // A result that is the same at two times is the same between them: what a date decides changes once.
    if (resultOf(check, at(days)) === first) continue;
    let [same, other] = [0, days];
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2);
      if (resultOf(check, at(middle)) === first) same = middle;
      else other = middle;
    }
    days = same;
  }
  return start + days * dayMs;
}

function resultOf(check: Check, facts: AuditFacts): string {
  try {
    const { status, points } = check.run(facts, optionsOf(check));
    return `${status} ${points}`;
  } catch {
    return 'error';
  }
}
