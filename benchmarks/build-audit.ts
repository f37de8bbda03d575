import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import type { checks as Checks } from '../packages/audit/src/checks/index.ts';
import type { auditCrawlPage as AuditCrawlPage } from '../packages/audit/src/crawl/crawl-page.ts';
import type { openSite as OpenSite } from '../packages/audit/src/crawl/open-site.ts';
import type { createConnections as CreateConnections } from '../packages/audit/src/fetch/connections.ts';
import type { createNetwork as CreateNetwork } from '../packages/audit/src/fetch/network.ts';
import type { parseTarget as ParseTarget } from '../packages/audit/src/fetch/parse-target.ts';
import type { readPage as ReadPage } from '../packages/audit/src/page/read-page.ts';
import type { createSharedResults as CreateSharedResults } from '../packages/audit/src/probes/shared-results.ts';
import type { resolvePageUrls as ResolvePageUrls } from '../packages/audit/src/readings/page-urls.ts';
import type { auditPage as AuditPage } from '../packages/audit/src/report/audit-page.ts';
import type { outlinePage as OutlinePage } from '../packages/audit/src/report/outline-page.ts';
import type { defaultRuleset as DefaultRuleset } from '../packages/audit/src/scoring/ruleset.ts';
import type { runChecks as RunChecks } from '../packages/audit/src/scoring/run-checks.ts';
import type { scoreResults as ScoreResults } from '../packages/audit/src/scoring/score.ts';

/** The modules of the audit that benchmarks measure, by the names of their files. */
interface Modules {
  readonly 'report/audit-page': { readonly auditPage: typeof AuditPage };
  readonly 'checks/index': { readonly checks: typeof Checks };
  readonly 'crawl/crawl-page': { readonly auditCrawlPage: typeof AuditCrawlPage };
  readonly 'fetch/connections': { readonly createConnections: typeof CreateConnections };
  readonly 'fetch/network': { readonly createNetwork: typeof CreateNetwork };
  readonly 'fetch/parse-target': { readonly parseTarget: typeof ParseTarget };
  readonly 'crawl/open-site': { readonly openSite: typeof OpenSite };
  readonly 'probes/shared-results': { readonly createSharedResults: typeof CreateSharedResults };
  readonly 'report/outline-page': { readonly outlinePage: typeof OutlinePage };
  readonly 'page/read-page': { readonly readPage: typeof ReadPage };
  readonly 'readings/page-urls': { readonly resolvePageUrls: typeof ResolvePageUrls };
  readonly 'scoring/ruleset': { readonly defaultRuleset: typeof DefaultRuleset };
  readonly 'scoring/run-checks': { readonly runChecks: typeof RunChecks };
  readonly 'scoring/score': { readonly scoreResults: typeof ScoreResults };
}

const source = fileURLToPath(new URL('../packages/audit/src/', import.meta.url));

/**
 * Builds modules of the audit as they are published, and loads them: running TypeScript directly adds a call to every
 * closure. They share what they import.
 *
 * @param benchmark - Names the output folder: two benchmarks may run at the same time.
 */
export async function buildAudit<Name extends keyof Modules>(
  benchmark: string,
  names: readonly Name[],
): Promise<Pick<Modules, Name>> {
  const outDir = fileURLToPath(
    new URL(`../node_modules/.cache/benchmarks/${benchmark}/`, import.meta.url),
  );
  await build({
    entry: Object.fromEntries(names.map((name) => [name, join(source, `${name}.ts`)])),
    outDir,
    format: 'esm',
    external: [/^[a-z@]/],
    config: false,
    silent: true,
  });
  const loaded = names.map(async (name) => [name, await import(join(outDir, `${name}.js`))]);
  return Object.fromEntries(await Promise.all(loaded));
}
