import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  exportsOf,
  findCycle,
  type Import,
  importsOf,
  packageOf,
  packagesLoadedWith,
  publishedWorkspaces,
  readJson,
  sourceFiles,
} from './module-graph.ts';
import { entryPointsOf } from './unused-exports.ts';

interface Rule {
  readonly name: string;
  readonly files: RegExp;
  /** The other modules whose files and packages it may import. */
  readonly modules: readonly string[];
  /** The packages from elsewhere that it may import. */
  readonly packages: readonly string[];
  /** The modules that it may import types from, in addition. */
  readonly typesFrom?: readonly string[];
}

const core = 'packages/core/src';
const audit = 'packages/audit/src';

/** What every layer of the audit may import: errors, facts' types, time slices. */
const auditFoundation = ['foundation', 'audit facts'];
/** The layers of the audit; each may import those before it that its rule lists. */
const auditLayers = [
  'audit facts',
  'audit url',
  'audit fetch texts',
  'audit fetch',
  'audit field data facts',
  'audit field data',
  'audit page',
  'audit rendering facts',
  'audit readings',
  'audit probes',
  'audit checks',
  'audit analysis',
  'audit browser',
  'audit scoring',
  'audit report',
  'audit crawl',
];
/** The layers from the lowest to the given one. */
const auditLayersUpTo = (layer: string) => auditLayers.slice(0, auditLayers.indexOf(layer) + 1);

/**
 * The folders of the domain in layers, lowest first. A folder imports only those of the layers before its own, also
 * types: no two folders import each other.
 */
const domainLayers = [
  ['log', 'listing', 'brand'],
  ['store'],
  ['events', 'site-issues'],
  ['context'],
  ['background', 'idempotency', 'api-keys', 'maintenance'],
  ['reports', 'websites', 'sessions'],
  ['jobs', 'crawls', 'sharing'],
  ['schedules', 'accepted'],
  ['messages/alerts'],
  ['messages/mail'],
  ['messages/webhooks'],
  ['messages/recipients'],
  ['worker'],
];
const domain = domainLayers.flat().map((folder) => `core ${folder}`);

/** What every folder of the domain may import. */
const domainFoundation = [
  'foundation',
  'foundation options',
  'core validation',
  'audit entry points',
];

const domainRules = domainLayers.flatMap((layer, index) =>
  layer.map(
    (folder): Rule => ({
      name: `core ${folder}`,
      files: new RegExp(`^${core}/${folder}/`),
      modules: [
        ...domainFoundation,
        ...domainLayers.slice(0, index).flatMap((below) => below.map((name) => `core ${name}`)),
        ...(folder === 'messages/mail' ? ['core mail content'] : []),
      ],
      packages: folder === 'schedules' ? ['valibot', 'croner'] : ['valibot'],
    }),
  ),
);

/** Packages in the bundle of core, which are not installed with it. */
const bundled = ['d3-hierarchy', 'd3-scale', 'd3-shape'];

/** The entry points of core for stores and queues. */
const coreForStores = ['@sitegrade/core', '@sitegrade/core/store', '@sitegrade/core/internal'];

/** The first rule whose files match a file is its module. */
const rules: readonly Rule[] = [
  {
    name: 'foundation',
    files: /^packages\/foundation\/src\/(?:errors|fair-queue|missing-package|plain-text)\.ts$/,
    modules: [],
    packages: [],
  },
  {
    name: 'foundation options',
    files: /^packages\/foundation\/src\/validate-options\.ts$/,
    modules: [],
    packages: ['valibot'],
  },
  {
    name: 'core validation',
    files: /^packages\/core\/src\/validate\.ts$/,
    modules: ['foundation'],
    packages: ['valibot'],
  },
  {
    name: 'audit url',
    files: /^packages\/audit\/src\/url\//,
    modules: [],
    packages: [],
  },
  {
    name: 'audit fetch texts',
    files:
      /^packages\/audit\/src\/fetch\/(coding-names|looks-like-html|robots\/robots-(pattern|rules))\.ts$/,
    modules: ['audit url'],
    packages: [],
  },
  {
    name: 'audit fetch',
    files: /^packages\/audit\/src\/fetch\//,
    modules: [...auditFoundation, 'foundation options', 'audit url', 'audit fetch texts'],
    packages: ['undici', 'saxes', 'valibot'],
  },
  {
    name: 'audit field data facts',
    files: /^packages\/audit\/src\/field-data\/field-(?:data|ratings)\.ts$/,
    modules: [],
    packages: [],
  },
  {
    name: 'audit field data',
    files: /^packages\/audit\/src\/field-data\//,
    modules: ['foundation options', 'audit fetch', 'audit field data facts'],
    packages: ['undici', 'valibot'],
  },
  {
    name: 'page tokens',
    files: /^packages\/audit\/src\/page\/tokens\//,
    modules: ['audit url'],
    packages: ['entities'],
  },
  {
    name: 'page tree',
    files: /^packages\/audit\/src\/page\/tree\//,
    modules: ['page tokens'],
    packages: [],
  },
  {
    name: 'audit page',
    files: /^packages\/audit\/src\/page\//,
    modules: [...auditFoundation, 'audit url', 'page tokens', 'page tree'],
    packages: ['@exodus/bytes', 'whatwg-mimetype'],
  },
  {
    name: 'audit rendering facts',
    files: /^packages\/audit\/src\/render\//,
    modules: ['audit facts', 'audit url'],
    packages: [],
    typesFrom: auditLayers,
  },
  {
    name: 'audit readings',
    files: /^packages\/audit\/src\/readings\//,
    modules: [
      ...auditFoundation,
      'audit url',
      'audit fetch texts',
      'audit page',
      'audit rendering facts',
    ],
    packages: [],
  },
  {
    name: 'audit probes',
    files: /^packages\/audit\/src\/probes\//,
    modules: [
      ...auditFoundation,
      'audit url',
      'audit fetch texts',
      'audit fetch',
      'audit page',
      'audit readings',
    ],
    packages: [],
  },
  {
    name: 'audit checks',
    files: /^packages\/audit\/src\/checks\//,
    modules: ['foundation', ...auditLayersUpTo('audit checks')],
    packages: [],
  },
  ...['analysis', 'browser', 'scoring', 'report', 'crawl'].map(
    (folder): Rule => ({
      name: `audit ${folder}`,
      files: new RegExp(`^${audit}/${folder}/`),
      modules: ['foundation', 'foundation options', ...auditLayersUpTo(`audit ${folder}`)],
      packages: [],
    }),
  ),
  {
    name: 'audit entry points',
    files: /^packages\/audit\/src\/(?:index|analyze|checks)\.ts$/,
    modules: auditLayers,
    packages: [],
  },
  {
    name: 'audit facts',
    files: /^packages\/audit\/src\/(?:[^/]+|limits\/.+)$/,
    modules: ['foundation'],
    packages: [],
    typesFrom: auditLayers,
  },
  {
    name: 'core mail content',
    files: /^packages\/core\/src\/messages\/mail\/content\//,
    modules: [
      'audit entry points',
      'core messages/alerts',
      'core brand',
      'core context',
      'core messages/mail',
    ],
    packages: ['preact', 'preact-render-to-string'],
  },
  ...domainRules,
  {
    name: 'core records',
    files: /^packages\/core\/src\/records\//,
    modules: ['foundation', ...domain],
    packages: [],
  },
  {
    name: 'core http',
    files: /^packages\/core\/src\/http\//,
    modules: ['foundation', 'foundation options', 'core validation', ...domain, 'core records'],
    packages: ['valibot'],
  },
  {
    name: 'core pages',
    files: /^packages\/core\/src\/pages\//,
    modules: ['foundation', ...domain, 'core records', 'core http'],
    packages: ['preact', 'preact-render-to-string', ...bundled],
  },
  {
    name: 'core entry point',
    files: /^packages\/core\/src\/(index|internal|checks|store-entry)\.ts$/,
    modules: [...domainFoundation, ...domain, 'core records'],
    packages: [],
  },
  {
    name: 'testing',
    files: /^packages\/testing\//,
    modules: [...coreForStores, '@sitegrade/store-memory'],
    packages: ['vitest', 'fast-check'],
  },
  {
    name: 'store-kysely',
    files: /^packages\/store-kysely\//,
    modules: coreForStores,
    packages: ['kysely'],
  },
  {
    name: 'store-memory',
    files: /^packages\/store-memory\//,
    modules: coreForStores,
    packages: [],
  },
  {
    name: 'store-sqlite',
    files: /^packages\/store-sqlite\//,
    modules: [...coreForStores, 'store-kysely'],
    packages: ['better-sqlite3', 'valibot'],
  },
  {
    name: 'store-postgres',
    files: /^packages\/store-postgres\//,
    modules: [...coreForStores, 'store-kysely'],
    packages: ['pg', 'valibot'],
  },
  {
    name: 'queue-pg-boss',
    files: /^packages\/queue-pg-boss\//,
    modules: coreForStores,
    packages: ['valibot'],
  },
  {
    name: 'renderer-chromium',
    files: /^packages\/renderer-chromium\//,
    modules: ['@sitegrade/core'],
    packages: ['axe-core', 'devtools-protocol'],
  },
  {
    name: 'adapter-fastify',
    files: /^packages\/adapter-fastify\//,
    modules: ['@sitegrade/core/http', '@sitegrade/core/pages'],
    packages: ['fastify'],
  },
  {
    name: 'adapter-express',
    files: /^packages\/adapter-express\//,
    modules: ['@sitegrade/core/http', '@sitegrade/core/pages'],
    packages: ['express'],
  },
  {
    name: 'adapter-fetch',
    files: /^packages\/adapter-fetch\//,
    modules: ['@sitegrade/core', '@sitegrade/core/http', '@sitegrade/core/pages'],
    packages: [],
  },
  {
    name: 'mcp',
    files: /^packages\/mcp\//,
    modules: ['@sitegrade/core', '@sitegrade/core/internal'],
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio'],
  },
  {
    name: 'server',
    files: /^packages\/server\//,
    modules: [
      '@sitegrade/core',
      '@sitegrade/core/http',
      '@sitegrade/core/pages',
      '@sitegrade/core/store',
      '@sitegrade/core/internal',
      '@sitegrade/store-sqlite',
      '@sitegrade/store-postgres',
      '@sitegrade/queue-pg-boss',
      '@sitegrade/renderer-chromium',
      '@sitegrade/adapter-fastify',
      '@sitegrade/mcp',
    ],
    packages: ['commander', 'fastify', 'nodemailer', 'pg-boss', 'prom-client'],
  },
  {
    name: 'command',
    files: /^packages\/cli\//,
    modules: [
      'foundation',
      '@sitegrade/core',
      '@sitegrade/core/checks',
      '@sitegrade/core/internal',
      '@sitegrade/core/pages',
      '@sitegrade/core/records',
      '@sitegrade/core/store',
      '@sitegrade/mcp',
      '@sitegrade/renderer-chromium',
      '@sitegrade/server',
      '@sitegrade/store-memory',
    ],
    packages: ['commander', 'fast-string-width', 'fast-wrap-ansi', 'picocolors', 'valibot'],
  },
  {
    name: 'sample site',
    files: /^examples\/sample-site\//,
    modules: [],
    packages: [],
  },
  {
    name: 'standalone-fastify',
    files: /^examples\/standalone-fastify\//,
    modules: ['@sitegrade/core', '@sitegrade/store-sqlite', '@sitegrade/adapter-fastify'],
    packages: ['fastify'],
  },
  {
    name: 'standalone-express',
    files: /^examples\/standalone-express\//,
    modules: [
      '@sitegrade/core',
      '@sitegrade/store-sqlite',
      '@sitegrade/store-postgres',
      '@sitegrade/adapter-express',
    ],
    packages: ['express'],
  },
  {
    name: 'embed-fastify',
    files: /^examples\/embed-fastify\//,
    modules: ['@sitegrade/core', '@sitegrade/store-sqlite', '@sitegrade/adapter-fastify'],
    packages: ['fastify', 'better-sqlite3'],
  },
  {
    name: 'embed-express',
    files: /^examples\/embed-express\//,
    modules: ['@sitegrade/core', '@sitegrade/store-sqlite', '@sitegrade/adapter-express'],
    packages: ['express'],
  },
  {
    name: 'custom-check',
    files: /^examples\/custom-check\//,
    modules: [
      '@sitegrade/core',
      '@sitegrade/core/checks',
      '@sitegrade/store-sqlite',
      '@sitegrade/adapter-fastify',
    ],
    packages: ['fastify'],
  },
  {
    name: 'prometheus-metrics',
    files: /^examples\/prometheus-metrics\//,
    modules: ['@sitegrade/core', '@sitegrade/store-sqlite', '@sitegrade/adapter-fastify'],
    packages: ['fastify', 'prom-client'],
  },
  {
    name: 'two-workers',
    files: /^examples\/two-workers\//,
    modules: ['@sitegrade/core', '@sitegrade/store-postgres', '@sitegrade/adapter-fastify'],
    packages: ['fastify'],
  },
  {
    name: 'generated-client',
    files: /^examples\/generated-client\//,
    modules: [],
    packages: ['openapi-fetch'],
  },
];

const files = [...sourceFiles('packages'), ...sourceFiles('examples')];
const isTest = (file: string) =>
  /\.test\.ts$|\/(?:fixtures|test)\/|\.config\.ts$|^packages\/(?:adapter-suite\/.+|[^/]+)\.ts$/.test(
    file,
  );
const allImports = files.flatMap(importsOf);
const imports = allImports.filter(({ from }) => !isTest(from));

const moduleOf = (file: string) => rules.find((rule) => rule.files.test(file));

function offence(imported: Import): string | null {
  const rule = moduleOf(imported.from);
  if (!rule) return `${imported.from} belongs to no module`;
  if (imported.file !== null) {
    const target = moduleOf(imported.file)?.name ?? imported.file;
    const modules = [rule.name, ...rule.modules, ...((imported.typeOnly && rule.typesFrom) || [])];
    return modules.includes(target)
      ? null
      : `${imported.from} imports ${imported.file} (${rule.name} → ${target})`;
  }
  const name = packageOf(imported.specifier);
  if (name === null || rule.modules.includes(imported.specifier) || rule.packages.includes(name))
    return null;
  return `${imported.from} imports ${imported.specifier} (${rule.name})`;
}

/** The imports between folders beside each other, by the paths of the folders. */
function betweenFolders(all: readonly Import[]): Import[] {
  return all.flatMap((imported) => {
    if (imported.file === null) return [];
    const [from, file] = [imported.from.split('/'), imported.file.split('/')];
    const level = from.findIndex((part, index) => part !== file[index]);
    const areFolders = level < from.length - 1 && level < file.length - 1;
    // Packages have their own rules.
    if (level < 2 || !areFolders) return [];
    const folder = (path: readonly string[]) => path.slice(0, level + 1).join('/');
    return [{ ...imported, from: folder(from), file: folder(file) }];
  });
}

describe('the import rules', () => {
  it('hold for every source file', () => {
    expect(imports.map(offence).filter((found) => found !== null)).toEqual([]);
  });

  it('would notice an import of each forbidden kind', () => {
    const score = `${audit}/scoring/score.ts`;
    const getReport = `${core}/reports/get-report.ts`;
    const betweenFiles = [
      [`${audit}/readings/refresh.ts`, `${audit}/fetch/fetcher.ts`],
      [`${audit}/page/read-page.ts`, `${audit}/checks/check.ts`],
      [`${audit}/page/tree/tree.ts`, `${audit}/page/facts/text-buffer.ts`],
      [`${audit}/page/tokens/tags.ts`, `${audit}/page/tree/tree.ts`],
      [`${audit}/audit-facts.ts`, `${core}/log/error-record.ts`],
      [score, `${core}/store/store.ts`],
      [getReport, score],
      [getReport, `${audit}/fixtures/for-tests.ts`],
      ['packages/foundation/src/errors.ts', `${core}/store/job.ts`],
      ...[
        ['records/report-record.ts', 'http/route.ts'],
        ['reports/get-report.ts', 'records/report-record.ts'],
        ['validate.ts', 'listing/listing.ts'],
        ['listing/list-input.ts', 'store/report-listing.ts'],
        ['store/report.ts', 'reports/get-report.ts'],
        ['events/emit.ts', 'context/context.ts'],
        ['context/context.ts', 'jobs/wait-for-job.ts'],
        ['websites/get-website.ts', 'reports/get-report.ts'],
        ['jobs/run-job.ts', 'worker/worker.ts'],
        ['a-new-folder/a.ts', 'store/job.ts'],
      ].map((pair) => pair.map((file) => `${core}/${file}`)),
    ].map(([from = '', file = '']) => ({ from, specifier: '', file, typeOnly: true }));
    const ofPackages = [
      [score, 'valibot'],
      [`${core}/http/route.ts`, 'fastify'],
      ['packages/adapter-express/src/a.ts', '@sitegrade/core'],
      ['examples/standalone-express/src/a.ts', '@sitegrade/core/src/index.ts'],
      ['elsewhere.ts', 'node:fs'],
    ].map(([from = '', specifier = '']) => ({ from, specifier, file: null, typeOnly: false }));
    const bad: readonly Import[] = [...betweenFiles, ...ofPackages];
    expect(bad.map(offence)).not.toContain(null);
  });

  it('let no two folders import each other, not even types', () => {
    expect(findCycle(betweenFolders(imports))).toBeNull();
    const edge = (from: string, file: string): Import => {
      const path = (name: string) => `packages/cli/src/${name}.ts`;
      return { from: path(from), specifier: '', file: path(file), typeOnly: true };
    };
    const good = [edge('jobs/a', 'reports/b'), edge('reports/c', 'd'), edge('d', 'jobs/e')];
    expect(findCycle(betweenFolders(good))).toBeNull();
    const folders = ['jobs', 'reports', 'jobs'].map((name) => `packages/cli/src/${name}`);
    expect(findCycle(betweenFolders([...good, edge('reports/c', 'jobs/e')]))).toEqual(folders);
  });

  it('are drawn in ARCHITECTURE.md, the lowest layer last', () => {
    const layers = domainLayers.map((layer) => layer.join(' · '));
    const [, picture = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split('## The order of core');
    const lines = picture.split('\n').map((line) => line.trim().split('  ')[0] ?? '');
    expect(lines.filter((line) => layers.includes(line))).toEqual(layers.reverse());
  });

  it('are drawn in ARCHITECTURE.md with every folder of the audit, each above what it imports', () => {
    const [, section = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split(
      '## The order of the audit',
    );
    const drawn = [...section.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name]) => name);
    const folderOf = (path: string) => path.slice(audit.length + 1);
    const between = betweenFolders(imports.filter(({ from }) => from.startsWith(`${audit}/`)))
      .map(({ from, file }) => [folderOf(from), folderOf(file ?? '')])
      .filter((edge) => edge.every((folder) => !folder.includes('/')));
    expect(new Set(drawn)).toEqual(new Set(between.flat()));
    const upwards = between.filter(([from, to]) => drawn.indexOf(from) > drawn.indexOf(to));
    expect(upwards).toEqual([]);
  });

  it('keep the interfaces of stores to types', () => {
    const interfaces = new RegExp(`^${core}/store/(?:[a-z-]+-)?store\\.ts$`);
    const ofStore = imports.filter(({ from }) => interfaces.test(from));
    expect(ofStore.length).toBeGreaterThan(20);
    expect(ofStore.every(({ typeOnly }) => typeOnly)).toBe(true);
  });

  it('keep checks independent of each other', () => {
    const checks = new RegExp(`^${audit}/checks/`);
    const shared = /\/(?:check|index)\.ts$/;
    const between = imports.filter(
      ({ from, file }) =>
        file !== null &&
        checks.test(from) &&
        !shared.test(from) &&
        checks.test(file) &&
        !shared.test(file),
    );
    expect(between.map(({ from, file }) => `${from} imports ${file}`)).toEqual([]);
  });

  it.each([
    [`${core}/index.ts`, ['croner', 'valibot']],
    [`${core}/http/index.ts`, ['croner', 'valibot']],
    [`${core}/checks.ts`, []],
    [`${core}/records/index.ts`, ['valibot']],
    [`${core}/store-entry.ts`, []],
    ['packages/adapter-fastify/src/index.ts', ['@sitegrade/core/http']],
    [
      'packages/adapter-express/src/index.ts',
      ['@sitegrade/core/http', '@sitegrade/core/pages', 'express'],
    ],
    [
      'packages/adapter-fetch/src/index.ts',
      ['@sitegrade/core', '@sitegrade/core/http', '@sitegrade/core/pages'],
    ],
  ])('keep what is loaded with %s small', (entry, packages) => {
    expect(packagesLoadedWith(entry, allImports)).toEqual(packages);
  });

  it('load the code of analyses and of pages later', () => {
    const needsMore = packagesLoadedWith(`${audit}/report/audit-page.ts`, imports);
    expect(needsMore).toEqual(expect.arrayContaining(['undici', 'saxes', 'entities/decode']));
    expect(packagesLoadedWith(`${core}/pages/page-routes.ts`, imports)).toContain('preact');
  });

  it('allow no cycle, not even of types', () => {
    expect(findCycle(imports)).toBeNull();
    const edge = (from: string, file: string) => ({ from, file, specifier: '', typeOnly: true });
    expect(findCycle([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual(['b', 'c', 'b']);
  });
});

interface Manifest {
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>> | string;
}

const manifestOf = (file: string) =>
  readJson(`${file.split('/').slice(0, 2).join('/')}/package.json`) as Manifest;
const rootManifest = readJson('package.json') as Manifest;

/** Private workspaces are bundled into the packages that use them, so they are never installed. */
const inlined = ({ devDependencies = {} }: Manifest) =>
  Object.keys(devDependencies).filter(
    (name) =>
      /^@sitegrade\/(?!example-)/.test(name) &&
      manifestOf(`packages/${name.split('/')[1]}/`).private,
  );

describe('every package', () => {
  it('declares what it imports', () => {
    const undeclared = allImports.flatMap(({ from, specifier, typeOnly }) => {
      const name = specifier.startsWith('.') ? null : packageOf(specifier);
      if (name === null || from.split('/').length === 2) return [];
      const manifest = manifestOf(from);
      const { dependencies, peerDependencies, devDependencies = {} } = manifest;
      const forTests = isTest(from) ? { ...devDependencies, ...rootManifest.devDependencies } : {};
      const declared = { ...dependencies, ...peerDependencies, ...forTests };
      // Types may be missing where the package is installed: no declaration shows them, as `scripts/packed` checks.
      if (name in declared || (typeOnly && name in devDependencies)) return [];
      return [...bundled, ...inlined(manifest)].includes(name) ? [] : [`${from} imports ${name}`];
    });
    expect(undeclared).toEqual([]);
  });

  it('installs what the private workspaces in it need', () => {
    const faults = publishedWorkspaces().flatMap((folder) => {
      const manifest = manifestOf(`${folder}/`);
      return inlined(manifest).flatMap((name) => {
        // A suite of tests is not part of what is installed.
        const isBundled = imports.some(
          ({ from, specifier }) =>
            from.startsWith(`${folder}/src/`) && `${specifier}/`.startsWith(`${name}/`),
        );
        if (!isBundled) return [];
        const { dependencies } = manifestOf(`packages/${name.split('/')[1]}/`);
        const declared = { ...manifest.devDependencies, ...manifest.dependencies };
        return Object.entries(dependencies ?? {})
          .filter(([needed, range]) => declared[needed] !== range)
          .map(([needed, range]) => `${folder}: ${name} needs ${needed} ${range}`);
      });
    });
    expect(faults).toEqual([]);
  });

  it('is imported by its entry points only', () => {
    const deep = allImports.filter(({ specifier }) => {
      if (!specifier.startsWith('@sitegrade/')) return false;
      const [, folder = '', ...rest] = specifier.split('/');
      const packageFolder = folder.startsWith('example-')
        ? `examples/${folder.slice(8)}`
        : `packages/${folder}`;
      const entries = (readJson(`${packageFolder}/package.json`) as Manifest).exports ?? {};
      const entry = rest.length === 0 ? '.' : `./${rest.join('/')}`;
      return typeof entries === 'string' ? entry !== '.' : !(entry in entries);
    });
    expect(deep).toEqual([]);
  });
});

describe('code that runs inside other applications', () => {
  const hosted =
    /^packages\/(?:audit|core|foundation|store-\w+|queue-[\w-]+|renderer-\w+|adapter-(?:fastify|express))\/src\//;
  const builtIn =
    /\binstanceof (?:\w*Array|ArrayBuffer|Buffer|DOMException|(?:Aggregate|Syntax|Type|URI)?Error|Promise|URL|AbortSignal)\b/;
  const offences = (file: string, text: string) =>
    text.split('\n').flatMap((line) => (builtIn.test(line) ? [`${file}: ${line.trim()}`] : []));

  // Under Jest, what Node and native modules create is not an instance of the built-in classes of the modules.
  it('recognises values of Node and of drivers by their form', () => {
    const found = files
      .filter((file) => hosted.test(file) && !isTest(file))
      .flatMap((file) => offences(file, readFileSync(file, 'utf8')));
    expect(found).toEqual([]);
  });

  it('would notice the class of an error, and no class of our own', () => {
    expect(offences('a.ts', 'if (error instanceof Error) return;')).toHaveLength(1);
    expect(offences('a.ts', 'return body instanceof Uint8Array;')).toHaveLength(1);
    expect(offences('a.ts', 'if (error instanceof ErrorOfOurs) return;')).toEqual([]);
  });
});

describe('the exports of every entry point', () => {
  const entries = [...entryPointsOf(publishedWorkspaces()).values()];

  it.each(entries.map((entry) => entry.replace('packages/', '')))('%s', (entry) => {
    expect(exportsOf(`packages/${entry}`)).toMatchSnapshot();
  });

  it('are found in package.json', () => {
    expect(entries).toEqual(
      expect.arrayContaining([
        `${core}/index.ts`,
        `${core}/pages/index.ts`,
        `${core}/records/index.ts`,
      ]),
    );
  });
});
