import type { AuditFacts } from '../../audit-facts.ts';
import type { Outcome } from '../../outcome.ts';
import type { LinkTagFact, ScriptFact } from '../../page/page-facts.ts';
import { tagsEvidence } from '../../readings/evidence.ts';
import { isRunAsScript } from '../../readings/media-type.ts';
import { ownUrlOf } from '../../readings/own-url.ts';
import type { Check } from '../check.ts';

/** Hashes that browsers know (https://www.w3.org/TR/SRI/). */
const hash = /(?:^|\s)sha(?:256|384|512)-[\w+/=-]+(?:\?\S*)?(?=\s|$)/i;

/**
 * Scripts and style sheets from other hosts have not changed. Many services change theirs, so hashes are
 * optional.
 */
export const sri: Check = {
  id: 'sri',
  category: 'security',
  importance: 'info',
  reads: 'source',
  title: 'Files from other hosts are verified with a hash',
  advice:
    'Add an integrity attribute with the hash, and crossorigin="anonymous", to scripts and style sheets whose version never changes. Browsers reject files with integrity but no crossorigin.',
  why: 'If the other host is attacked, changed files run on this page and can read what visitors type.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity',
  run: (facts): Outcome => {
    const foreign = foreignFiles(facts);
    if (foreign.length === 0) {
      return {
        status: 'na',
        summary: 'The page loads no scripts or style sheets from other hosts.',
      };
    }
    const verified = foreign.filter(({ integrity }) => integrity !== null && hash.test(integrity));
    const rejected = verified.filter(({ crossorigin }) => crossorigin === null);
    const unknown = foreign.filter(
      ({ integrity }) => integrity !== null && integrity.trim() !== '' && !hash.test(integrity),
    );
    const value = { files: foreign.length, held: verified.length };
    if (rejected.length > 0) {
      return {
        status: 'warn',
        summary: `Browsers reject ${counted(rejected.length)} with integrity but no crossorigin.`,
        value,
        evidence: tagsEvidence([...rejected, ...unknown]),
      };
    }
    if (unknown.length > 0) {
      return {
        status: 'warn',
        summary: `The integrity of ${counted(unknown.length)} contains no hash that browsers know.`,
        value,
        evidence: tagsEvidence(unknown),
      };
    }
    if (verified.length === 0) {
      return {
        status: 'na',
        summary: `Scripts and style sheets from other hosts with a hash: 0 of ${foreign.length}; many services change their files.`,
        value,
      };
    }
    return {
      status: 'pass',
      summary: `${verified.length} of ${foreign.length} scripts and style sheets from other hosts ${verified.length === 1 ? 'has' : 'have'} a hash.`,
      value,
    };
  },
};

function foreignFiles(facts: AuditFacts): readonly (ScriptFact | LinkTagFact)[] {
  const { origin } = ownUrlOf(facts);
  const foreign: (ScriptFact | LinkTagFact)[] = [];
  for (const { kind, tag, url } of facts.urls.resources) {
    if (kind !== 'script' && kind !== 'stylesheet') continue;
    if (kind === 'script' && !isRunAsScript(tag.type)) continue;
    if (url.origin !== origin) foreign.push(tag);
  }
  return foreign;
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}
