import type { AuditFacts } from '../../../audit-facts.ts';
import type { Outcome } from '../../../outcome.ts';
import { shortList } from '../../../readings/evidence.ts';
import { aiOptOuts } from '../../../readings/robots/ai-opt-outs.ts';
import { signalForAll } from '../../../readings/robots/content-signals.ts';
import { obstacleToIndexing } from '../../../readings/robots/obstacle-to-indexing.ts';
import { directiveText } from '../../../readings/robots/robots-directives.ts';
import { evidenceOf } from '../../../readings/robots/robots-statements.ts';
import { snippetBans } from '../../../readings/robots/snippet-limits.ts';
import { entitiesOf } from '../../../readings/structured-data/entities.ts';
import { structuredDataOf } from '../../../readings/structured-data/read-structured-data.ts';
import type { Check } from '../../check.ts';

/** A page that may be found may be quoted: without a snippet, results say little, and AI answers leave it out. */
export const snippetAllowed: Check = {
  id: 'snippet-allowed',
  category: 'seo',
  importance: 'medium',
  family: 'indexing',
  title: 'Search results and AI answers may quote the page',
  advice:
    'Remove nosnippet or max-snippet:0 from the robots meta tag or the X-Robots-Tag header if search results should describe the page. To keep only a part of it out of snippets, put that part into a <div data-nosnippet>.',
  why: 'Search results then show the page with no text that explains it, and AI answers of Google leave its content out.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag#nosnippet',
  run: (facts): Outcome => {
    const bans = snippetBans(facts);
    const value = shortList(new Set(bans.map(({ directive }) => directiveText(directive))));
    const [first] = value;
    if (first === undefined) {
      return { status: 'pass', summary: 'No robots directive forbids snippets.', value };
    }
    const obstacle = obstacleToIndexing(facts);
    if (obstacle !== null) {
      const summary = `The page is not indexed, whether it may be quoted or not: it ${obstacle.text}.`;
      return { status: 'na', summary, value };
    }
    const evidence = evidenceOf(bans);
    const reason = reasonFor(facts);
    if (reason !== null) {
      const summary = `Snippets are forbidden (${first}), which fits ${reason}.`;
      return { status: 'pass', summary, value, evidence };
    }
    return {
      status: 'warn',
      summary: `${first} keeps the text of the page out of search results and out of Google’s AI answers.`,
      value,
      evidence,
    };
  },
};

/** What else of the page shows that it forbids snippets on purpose; `null` if nothing does. */
function reasonFor(facts: AuditFacts): string | null {
  const { robots } = facts;
  if (robots.kind === 'found' && signalForAll(robots.rules, 'ai-input') === false) {
    return 'ai-input=no in robots.txt';
  }
  const optOut = aiOptOuts(facts).find(({ name }) => name === 'noai' || name === 'tdm-reservation');
  if (optOut !== undefined) return `the opt-out ${optOut.name}`;
  return isPaid(facts) ? 'a page that is not free to read' : null;
}

/** Whether structured data states that the page is for subscribers (schema.org/isAccessibleForFree). */
function isPaid({ page }: AuditFacts): boolean {
  return entitiesOf(structuredDataOf(page).items).all.some(({ properties }) =>
    (properties.get('isAccessibleForFree') ?? []).some(
      (value) =>
        value.kind === 'text' && /^\s*(?:https?:\/\/schema\.org\/)?false\s*$/i.test(value.text),
    ),
  );
}
