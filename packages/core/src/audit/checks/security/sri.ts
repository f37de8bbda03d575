import type { LinkTagFact, ScriptFact } from '../../page/page-facts.ts';
import type { AuditFacts, Check, Outcome } from '../check.ts';
import { tagEvidence } from '../evidence.ts';
import { isRunAsScript } from '../script-types.ts';

/** Hashes that browsers know (https://www.w3.org/TR/SRI/). */
const hash = /(?:^|\s)sha(?:256|384|512)-[\w+/=-]+(?:\?\S*)?(?=\s|$)/i;

/**
 * Scripts and style sheets of other hosts are the ones that the page was made with. Many services
 * change theirs, and cannot be held to a hash: there being none is no fault.
 */
export const sri: Check = {
  id: 'sri',
  category: 'security',
  importance: 'info',
  title: 'Files of other hosts are held to a hash',
  advice:
    'Give scripts and style sheets of fixed versions an integrity attribute with their hash, and crossorigin="anonymous" with it, or browsers refuse them.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity',
  run: (facts): Outcome => {
    const foreign = foreignFiles(facts);
    if (foreign.length === 0) {
      return { status: 'na', summary: 'The page loads no scripts or styles of other hosts.' };
    }
    const held = foreign.filter(({ integrity }) => integrity !== null && hash.test(integrity));
    const refused = held.filter(({ crossorigin }) => crossorigin === null);
    const unknown = foreign.filter(
      ({ integrity }) => integrity !== null && integrity.trim() !== '' && !hash.test(integrity),
    );
    const value = { files: foreign.length, held: held.length };
    if (refused.length > 0) {
      return {
        status: 'warn',
        summary: `Browsers refuse ${counted(refused.length)} with integrity and without crossorigin.`,
        value,
        evidence: refused.slice(0, 25).map(tagEvidence),
      };
    }
    if (unknown.length > 0) {
      return {
        status: 'warn',
        summary: `The integrity of ${counted(unknown.length)} has no hash that browsers know.`,
        value,
        evidence: unknown.slice(0, 25).map(tagEvidence),
      };
    }
    if (held.length === 0) {
      return {
        status: 'na',
        summary: `None of ${foreign.length} scripts and styles of other hosts is held to a hash; many services change theirs.`,
        value,
      };
    }
    return {
      status: 'pass',
      summary: `${held.length} of ${foreign.length} scripts and styles of other hosts ${held.length === 1 ? 'is' : 'are'} held to a hash.`,
      value,
    };
  },
};

function foreignFiles({ page, urls, response }: AuditFacts): readonly (ScriptFact | LinkTagFact)[] {
  const { origin } = new URL(response.finalUrl);
  const foreign: ReadonlySet<unknown> = new Set(
    urls.resources
      .filter(
        ({ kind, url }) => (kind === 'script' || kind === 'stylesheet') && url.origin !== origin,
      )
      .map(({ tag }) => tag),
  );
  return [...page.scripts.filter(({ type }) => isRunAsScript(type)), ...page.links].filter((tag) =>
    foreign.has(tag),
  );
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}
