import type { AuditFacts } from '../../audit-facts.ts';
import type { Outcome } from '../../outcome.ts';
import { upgradesInsecureRequests } from '../../readings/content-security-policy.ts';
import { shortList, tagEvidence } from '../../readings/evidence.ts';
import { isRunAsScript } from '../../readings/media-type.ts';
import type { PageResource, ResourceKind } from '../../readings/page-urls.ts';
import { isHttps, isTrustworthy } from '../../readings/response-headers.ts';
import type { Check } from '../check.ts';

/** Resources that can take over a page; browsers block them (https://www.w3.org/TR/mixed-content/). */
const active: ReadonlySet<ResourceKind> = new Set(['script', 'stylesheet', 'frame', 'object']);

/** A page over https loads nothing over http. The check `form-insecure` covers forms. */
export const mixedContent: Check = {
  id: 'mixed-content',
  category: 'security',
  importance: 'medium',
  family: 'https',
  title: 'The page loads all of its files over https',
  advice:
    'Change the quoted URLs to https://. If there are many, send Content-Security-Policy: upgrade-insecure-requests to make browsers do it.',
  why: 'Browsers may block what comes from an unencrypted address, so visitors may see the page with parts missing.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
  run: (facts): Outcome => {
    if (!isHttps(facts)) {
      return { status: 'na', summary: 'The page itself is served over http.' };
    }
    const insecure = insecureLoads(facts);
    const blocked = insecure.filter(({ kind }) => active.has(kind));
    const shown = insecure.filter(({ kind }) => !active.has(kind));
    const value = {
      active: blocked.length,
      passive: shown.length,
      urls: shortList([...blocked, ...shown].slice(0, 25).map(({ url }) => url.href)),
    };
    if (insecure.length === 0) {
      return { status: 'pass', summary: 'All files of the page are loaded over https.', value };
    }
    if (upgradesInsecureRequests(facts)) {
      return {
        status: 'pass',
        summary: `Browsers load ${counted(insecure.length)} with an http URL over https instead.`,
        value,
      };
    }
    const evidence = [...blocked, ...shown].slice(0, 25).map(({ tag }) => tagEvidence(tag));
    if (blocked.length > 0) {
      return {
        status: 'fail',
        summary: `The page loads ${counted(insecure.length)} over http; browsers block ${blocked.length} of them.`,
        value,
        evidence,
      };
    }
    return {
      status: 'warn',
      summary: `The page loads ${counted(shown.length)} over http (images or media).`,
      value,
      evidence,
    };
  },
};

function insecureLoads({ urls }: AuditFacts): readonly PageResource[] {
  return urls.resources.filter(
    ({ kind, tag, url }) =>
      // Browsers do not load scripts of other types.
      !isTrustworthy(url) && (kind !== 'script' || isRunAsScript(tag.type)),
  );
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}
