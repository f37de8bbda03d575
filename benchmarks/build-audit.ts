import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import type * as AuditPage from '../packages/audit/src/audit-page.ts';
import type * as Checks from '../packages/audit/src/checks/index.ts';
import type * as CrawlPage from '../packages/audit/src/crawl-page.ts';
import type * as Connections from '../packages/audit/src/fetch/connections.ts';
import type * as Network from '../packages/audit/src/fetch/network.ts';
import type * as Target from '../packages/audit/src/fetch/parse-target.ts';
import type * as Site from '../packages/audit/src/open-site.ts';
import type * as Outline from '../packages/audit/src/outline-page.ts';
import type * as ReadPage from '../packages/audit/src/page/read-page.ts';
import type * as PageUrls from '../packages/audit/src/readings/page-urls.ts';
import type * as StructuredData from '../packages/audit/src/readings/structured-data/read-structured-data.ts';
import type * as DefaultRuleset from '../packages/audit/src/ruleset.ts';
import type * as RunChecks from '../packages/audit/src/run-checks.ts';
import type * as Score from '../packages/audit/src/score.ts';

/** The modules of the audit that benchmarks measure, by the names of their files. */
interface Modules {
  readonly 'page/read-page': typeof ReadPage;
  readonly 'readings/page-urls': typeof PageUrls;
  readonly 'readings/structured-data/read-structured-data': typeof StructuredData;
  readonly 'checks/index': typeof Checks;
  readonly 'run-checks': typeof RunChecks;
  readonly score: typeof Score;
  readonly 'audit-page': typeof AuditPage;
  readonly 'crawl-page': typeof CrawlPage;
  readonly 'outline-page': typeof Outline;
  readonly 'open-site': typeof Site;
  readonly 'fetch/connections': typeof Connections;
  readonly 'fetch/network': typeof Network;
  readonly 'fetch/parse-target': typeof Target;
  readonly ruleset: typeof DefaultRuleset;
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
