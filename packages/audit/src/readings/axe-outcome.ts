import type { AuditFacts } from '../audit-facts.ts';
import type { Evidence, Outcome } from '../outcome.ts';
import type { AxeElement } from '../render/renderer.ts';
import { countText } from './count-text.ts';
import { maxEvidence, maxEvidenceLength } from './evidence.ts';
import { renderedOf } from './rendered-page.ts';

/** The texts of a check that a rule of axe-core decides. */
interface AxeTexts {
  /** Completes "12 …": what was found, for one element and for several. */
  readonly one: string;
  readonly several: string;
  /** For a page without such elements. */
  readonly pass: string;
  /** What the page does not have if the rule has nothing to check. */
  readonly none: string;
  /** What was measured, added to the quote of an element. */
  readonly measured?: (data: AxeElement['data']) => string | null;
}

const notRun: Outcome = {
  status: 'error',
  summary: 'This check could not be evaluated: the browser did not finish it in time.',
};

/**
 * The outcome of a check that a rule of axe-core decides (https://dequeuniversity.com/rules/axe/4.12). Elements that
 * it cannot decide on, such as text on a picture, count neither way.
 */
export function axeOutcome(facts: AuditFacts, rule: string, texts: AxeTexts): Outcome {
  const axe = renderedOf(facts)?.axe;
  if (!axe) return notRun;
  const found = axe.violations.find(({ id }) => id === rule);
  const undecided = axe.incomplete.find(({ id }) => id === rule)?.count ?? 0;
  const value = { found: found?.count ?? 0, undecided };
  if (found === undefined) {
    if (axe.passes.includes(rule) || undecided > 0) {
      const rest = undecided === 0 ? '' : ` ${undecidedText(undecided)}`;
      return { status: 'pass', summary: texts.pass + rest, value };
    }
    return { status: 'na', summary: texts.none };
  }
  const { count, elements } = found;
  return {
    status: 'fail',
    summary: `${countText(count)} ${count === 1 ? texts.one : texts.several}`,
    value,
    evidence: elements
      .slice(0, maxEvidence)
      .map((element) => elementEvidence(element, texts.measured?.(element.data) ?? null)),
    ...(count > elements.length && { sampled: true }),
  };
}

function undecidedText(count: number): string {
  return count === 1
    ? 'One element could not be decided on.'
    : `${countText(count)} elements could not be decided on.`;
}

/** Quotes an element that was measured in a browser. */
export function elementEvidence(
  { html, selector }: Pick<AxeElement, 'html' | 'selector'>,
  measured: string | null,
): Evidence {
  if (measured === null) return { kind: 'html', text: html, selector };
  const room = maxEvidenceLength - measured.length - 1;
  // A long tag must not push out what was measured.
  const tag = html.length <= room ? html : `${html.slice(0, Math.max(0, room - 1))}…`;
  return { kind: 'html', text: `${tag} ${measured}`.toWellFormed(), selector };
}
