import type { AuditFacts } from '../../audit-facts.ts';
import { countText } from '../../readings/count-text.ts';
import { maxEvidence, shortUrl, urlEvidence } from '../../readings/evidence.ts';
import { isSameSite } from '../../readings/page-urls.ts';
import { renderedOf, sourceFactsOf } from '../../readings/rendered-page.ts';
import { scriptsNotListed } from '../../readings/scripts-not-listed.ts';
import type { Check } from '../check.ts';

/**
 * The browser does not learn of a module only when it has received two others.
 *
 * @remarks We report modules of the site that only the imports of two others name, without a preload. Those that start
 * with import(), async or a script are left out.
 */
export const scriptChain: Check = {
  id: 'script-chain',
  category: 'performance',
  importance: 'low',
  reads: 'browser',
  title: 'Modules are requested at the same time',
  advice:
    'Add <link rel="modulepreload"> for each quoted file to the <head>, or let a bundler put the modules that the page starts with into one file.',
  why: 'The modules of the page do nothing until one after the other has been received.',
  source: 'https://developer.chrome.com/docs/performance/insights/network-dependency-tree',
  run: (facts) => {
    const scripts = renderedOf(facts)?.scripts ?? null;
    if (scripts === null) return scriptsNotListed;
    const starts = startsOf(facts);
    if (starts.size === 0) return { status: 'na', summary: 'The page starts with no modules.' };
    const importers = new Map(scripts.imports.map(({ url, importedBy }) => [url, importedBy]));
    const page = new URL(facts.response.finalUrl);
    const late = scripts.imports.filter(({ url }) => {
      const isOwn = URL.canParse(url) && isSameSite(new URL(url), page);
      return isOwn && (depthOf(url, importers, starts) ?? 0) >= 2;
    });
    const value = { late: late.length };
    const [first] = late;
    if (first === undefined) {
      const summary = 'No module of the page is requested only after two others.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `${countText(late.length)} ${late.length === 1 ? 'module is' : 'modules are'} requested only after two others have been received, such as ${shortUrl(first.url)}, which ${shortUrl(first.importedBy)} imports.`,
      value,
      evidence: late.slice(0, maxEvidence).map(({ url }) => urlEvidence(url)),
    };
  },
};

/**
 * What imports of the page start with, and their depth: modules that the HTML names have 0, and the page itself has less,
 * if it has modules in it. Those with `async`, which are not awaited, are left out.
 */
function startsOf(facts: AuditFacts): ReadonlyMap<string, number> {
  const { page, urls, response } = sourceFactsOf(facts);
  const files = urls.resources.flatMap((resource) =>
    resource.kind === 'script' && isModule(resource.tag) && !resource.tag.async
      ? [[withoutFragment(resource.url.href), 0] as const]
      : [],
  );
  const inPage = page.scripts.filter((script) => script.src === null && isModule(script));
  // The browser does not say which of them imports a file.
  const isAwaited = inPage.length > 0 && inPage.every(({ async }) => !async);
  return new Map([...files, ...(isAwaited ? [[response.finalUrl, -1] as const] : [])]);
}

/** How many modules are received before the browser learns of one; `null` if no start of the page imports it. */
function depthOf(
  url: string,
  importers: ReadonlyMap<string, string>,
  starts: ReadonlyMap<string, number>,
): number | null {
  let current = url;
  // Modules can import each other.
  for (let depth = 0; depth <= importers.size; depth += 1) {
    const start = starts.get(current);
    if (start !== undefined) return start + depth;
    const importer = importers.get(current);
    if (importer === undefined) return null;
    current = withoutFragment(importer);
  }
  return null;
}

const isModule = ({ type }: { readonly type: string | null }) =>
  type?.trim().toLowerCase() === 'module';

const withoutFragment = (url: string) => url.replace(/#.*$/s, '');
