import type { AuditFacts, RenderedFacts } from '../audit-facts.ts';
import { memoize } from './memoize.ts';

/** What came of rendering the page, if that worked; otherwise `null`. */
export function renderedOf({ rendering }: Pick<AuditFacts, 'rendering'>): RenderedFacts | null {
  return rendering?.kind === 'rendered' ? rendering : null;
}

/** What came of loading the page in a browser, for a check of the page as built; `null` for the server's HTML. */
export function loadedPageOf(facts: AuditFacts): RenderedFacts | null {
  const rendered = renderedOf(facts);
  return rendered !== null && facts.page === rendered.built.page ? rendered : null;
}

/** The facts with the page as scripts built it; the same facts if it was not rendered. */
export const builtFactsOf = memoize((facts: AuditFacts): AuditFacts => {
  const rendered = renderedOf(facts);
  return rendered === null ? facts : { ...facts, ...rendered.built };
});

/** The facts with the page as the server sent it. */
export const sourceFactsOf = memoize((facts: AuditFacts): AuditFacts => {
  const rendered = renderedOf(facts);
  return rendered === null ? facts : { ...facts, ...rendered.source };
});
