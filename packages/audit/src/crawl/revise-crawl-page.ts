import type { Audit, EvaluatedCheck } from '../audit.ts';
import { outlineFindings } from '../report/outline-page.ts';
import type { PageOutline } from '../report/page-outline.ts';
import type { Ruleset } from '../scoring/ruleset.ts';
import { scoreResults } from '../scoring/score.ts';
import { type CrawlKnowledge, evaluateSamples, knowledgeDigest } from './crawl-samples.ts';

/** What a crawl has stored of a page. */
interface CrawledPage {
  readonly url: string;
  readonly details: Pick<Audit, 'checks'>;
  readonly outline: PageOutline;
}

/** A page with other results: what depends on them. */
interface RevisedPage extends ReturnType<typeof scoreResults> {
  readonly outline: PageOutline;
}

/**
 * Evaluates the checks of a page that depend on other URLs again, with what its crawl knows at its end. The same
 * knowledge gives the same results, however often.
 *
 * @returns `null` if nothing changes, or the page was not checked with this ruleset.
 */
export function reviseCrawlPage(
  { url, details, outline }: CrawledPage,
  known: CrawlKnowledge,
  options: {
    readonly ruleset: Ruleset;
    readonly expectIndexable: boolean;
    readonly now: () => Date;
  },
): RevisedPage | null {
  const { samples } = outline;
  const { checks } = options.ruleset;
  const results = new Map<string, EvaluatedCheck>(Object.entries(details.checks));
  if (samples === undefined || !checks.every(({ id }) => results.has(id))) return null;
  const evaluated = evaluateSamples(checks, samples, known, url, options.now());
  const changed = [...evaluated].filter(([id, result]) => !isSame(result, results.get(id)));
  if (changed.length === 0) return null;
  for (const [id, result] of changed) results.set(id, result);
  const scored = scoreResults(checks, results, options);
  return {
    ...scored,
    outline: {
      ...outline,
      findings: outlineFindings(scored),
      samples: { ...samples, revisedWith: knowledgeDigest(samples, known, url) },
    },
  };
}

function isSame(a: EvaluatedCheck, b: EvaluatedCheck | undefined): boolean {
  if (a.status !== b?.status || a.sampled !== b.sampled) return false;
  return a.points === b.points && a.summary === b.summary;
}
