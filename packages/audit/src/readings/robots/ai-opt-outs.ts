import type { AuditFacts } from '../../audit-facts.ts';
import type { Evidence } from '../../outcome.ts';
import { headerEvidence, tagEvidence } from '../evidence.ts';
import { headerStatements, metaStatements } from './robots-statements.ts';

/** A statement of the page that AI services may not use it, or only a part of it. */
interface AiOptOut {
  readonly name: 'noai' | 'noimageai' | 'noarchive' | 'nocache' | 'tdm-reservation';
  readonly evidence: Evidence;
}

/**
 * Robots directives about AI services. `noai` and `noimageai` come from DeviantArt
 * (https://www.deviantart.com/team/journal/UPDATE-All-Deviations-Are-Opted-Out-of-AI-Datasets-934500371). `noarchive`
 * keeps a page out of Bing's AI answers and of training, `nocache` limits both to its URL, title and snippet
 * (https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat);
 * Amazon trains no models on pages with `noarchive` (https://developer.amazon.com/amazonbot).
 */
const directives = ['noai', 'noimageai', 'noarchive', 'nocache'] as const;

/** The W3C group's protocol for reserving rights (https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/). */
const reservation = 'tdm-reservation';

/** Meta tags that are read. */
const maxTags = 100;

/** What the page states about its use by AI services, in its head and its headers. */
export function aiOptOuts(facts: Pick<AuditFacts, 'page' | 'response'>): readonly AiOptOut[] {
  const { page, response } = facts;
  const stated = [...metaStatements(facts), ...headerStatements(facts)].flatMap(
    ({ directive, evidence }) => {
      const name = directives.find((known) => known === directive.name);
      return name === undefined ? [] : [{ name, evidence }];
    },
  );
  const metas = page.metas
    .slice(0, maxTags)
    .filter(({ name, content }) => isReserved(name ?? '', content))
    .map((tag) => ({ name: reservation, evidence: tagEvidence(tag) }) as const);
  const headers = (response.headers.get(reservation) ?? [])
    .filter((line) => isReserved(reservation, line))
    .map((line) => ({ name: reservation, evidence: headerEvidence(reservation, line) }) as const);
  return [...stated, ...metas, ...headers];
}

function isReserved(name: string, value: string | null): boolean {
  return name.trim().toLowerCase() === reservation && value?.trim() === '1';
}
