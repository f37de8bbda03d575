import type { AuditFacts } from '../../audit-facts.ts';
import type { Evidence, Outcome } from '../../outcome.ts';
import { upgradesInsecureRequests } from '../../readings/content-security-policy.ts';
import { shortList, tagEvidence, urlEvidence } from '../../readings/evidence.ts';
import { isRunAsScript } from '../../readings/media-type.ts';
import type { ResourceKind } from '../../readings/page-urls.ts';
import { loadedPageOf } from '../../readings/rendered-page.ts';
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
    const insecure = [...insecureLoads(facts), ...insecureRequests(facts)];
    const blocked = insecure.filter(({ isActive }) => isActive);
    const shown = insecure.filter(({ isActive }) => !isActive);
    const value = {
      active: blocked.length,
      passive: shown.length,
      urls: shortList([...blocked, ...shown].slice(0, 25).map(({ url }) => url)),
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
    const evidence = [...blocked, ...shown].slice(0, 25).map((load) => load.evidence);
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

interface InsecureLoad {
  readonly url: string;
  readonly isActive: boolean;
  readonly evidence: Evidence;
}

function insecureLoads({ urls }: AuditFacts): readonly InsecureLoad[] {
  return urls.resources
    .filter(
      ({ kind, tag, url }) =>
        // Browsers do not load scripts of other types.
        !isTrustworthy(url) && (kind !== 'script' || isRunAsScript(tag.type)),
    )
    .map(({ kind, tag, url }) => {
      return { url: url.href, isActive: active.has(kind), evidence: tagEvidence(tag) };
    });
}

/** What scripts and styles request in a browser, which no tag of the page names. */
function insecureRequests(facts: AuditFacts): readonly InsecureLoad[] {
  const requests = (loadedPageOf(facts)?.requests ?? []).filter(({ isMixed }) => isMixed);
  if (requests.length === 0) return [];
  const named = new Set(facts.urls.resources.map(({ url }) => url.href));
  return requests
    .filter(({ url }) => !named.has(url))
    .map(({ url, type }) => {
      const isActive = type !== 'image' && type !== 'media';
      return { url, isActive, evidence: urlEvidence(url) };
    });
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}
