import type { AuditFacts } from '../audit-facts.ts';
import type { Outcome } from '../outcome.ts';
import type { RenderedLayout } from '../render/renderer.ts';
import { renderedOf } from './rendered-page.ts';

/** The page on the screen of a phone; `null` if it could not be measured. */
export function layoutOf(facts: AuditFacts): RenderedLayout | null {
  return renderedOf(facts)?.layout ?? null;
}

/** The outcome of a check of the layout that could not be measured. */
export const notMeasured: Outcome = {
  status: 'error',
  summary: 'This check could not be evaluated: the page could not be measured in the browser.',
};
