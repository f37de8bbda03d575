import type { PageResource, ResourceKind } from '../../page-urls.ts';
import type { AuditFacts, Check, Outcome } from '../check.ts';
import { tagEvidence } from '../evidence.ts';
import { isRunAsScript } from '../script-types.ts';
import { shortList } from '../short-list.ts';
import { upgradesInsecureRequests } from './content-security-policy.ts';
import { isHttps, isTrustworthy } from './response-headers.ts';

/** What can take over a page; browsers refuse to load it (https://www.w3.org/TR/mixed-content/). */
const active: ReadonlySet<ResourceKind> = new Set(['script', 'stylesheet', 'frame', 'object']);

/** A page over https loads nothing over http. Where its forms lead is for `form-insecure` to say. */
export const mixedContent: Check = {
  id: 'mixed-content',
  category: 'security',
  importance: 'medium',
  title: 'The page loads nothing over plain http',
  advice:
    'Write the quoted addresses with https://. Where there are many, Content-Security-Policy: upgrade-insecure-requests lets browsers do it.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
  run: (facts): Outcome => {
    if (!isHttps(facts)) {
      return { status: 'na', summary: 'The page itself is served over plain http.' };
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
      return { status: 'pass', summary: 'The page loads nothing over plain http.', value };
    }
    if (upgradesInsecureRequests(facts)) {
      return {
        status: 'pass',
        summary: `Browsers load ${counted(insecure.length)} over https that the page names with http.`,
        value,
      };
    }
    const evidence = [...blocked, ...shown].slice(0, 25).map(({ tag }) => tagEvidence(tag));
    if (blocked.length > 0) {
      return {
        status: 'fail',
        summary: `The page loads ${counted(insecure.length)} over plain http; browsers block ${blocked.length} of them.`,
        value,
        evidence,
      };
    }
    return {
      status: 'warn',
      summary: `The page loads ${counted(shown.length)} over plain http, images or media.`,
      value,
      evidence,
    };
  },
};

function insecureLoads({ page, urls }: AuditFacts): readonly PageResource[] {
  // Scripts of another type are data: nothing is loaded for them.
  const data: ReadonlySet<unknown> = new Set(
    page.scripts.filter(({ type }) => !isRunAsScript(type)),
  );
  return urls.resources.filter(({ url, tag }) => !isTrustworthy(url) && !data.has(tag));
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}
