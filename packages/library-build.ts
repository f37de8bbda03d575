import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { transform } from 'esbuild';
import type { Options } from 'tsup';
import { thirdPartyNotices } from './third-party-notices.ts';

/**
 * Options of the compiler for declarations. Other packages are read as they were built, in a fraction of the time that
 * their sources take. Function bodies are not checked, which would take two thirds of the time: `npm run typecheck`
 * does it.
 */
export const declarationOptions = { customConditions: [], noCheck: true };

/** Options of {@link libraryBuild}. */
interface Library {
  /** Its entry points: their names in `dist`, and their sources. */
  readonly entry: Readonly<Record<string, string>>;
  /** Packages that are part of the bundle of both formats. */
  readonly inline?: readonly string[];
  /** Private workspaces that are part of the bundle of both formats, and of the declarations. */
  readonly workspaces?: readonly string[];
  /** Packages that exist as ES modules only, and are therefore part of what `require` loads. */
  readonly inlineForRequire?: readonly string[];
  /** Sentences for the notices that name the sources of data in the bundle. */
  readonly data?: readonly string[];
}

/**
 * The configuration of tsup for a package that can be imported and required: ES modules as `.js`, CommonJS as
 * `.cjs`, and declarations of both.
 */
export function libraryBuild({
  entry,
  inline = [],
  workspaces = [],
  inlineForRequire = [],
  data = [],
}: Library): Options[] {
  // All parts are written at once: tsup's own `clean` would remove files of the others.
  rmSync('dist', { recursive: true, force: true });
  mkdirSync('dist');
  for (const name of Object.keys(entry)) writeEsmDeclaration(name);
  const common: Options = {
    entry: { ...entry },
    target: 'node20',
    silent: true,
    esbuildOptions: (options) => {
      Object.assign(options, short);
    },
  };
  const esbuildPlugins = [thirdPartyNotices(data)];
  return [
    { ...common, esbuildPlugins, format: 'esm', noExternal: [...inline] },
    {
      ...common,
      esbuildPlugins,
      format: 'esm',
      noExternal: [...inline, ...inlineForRequire],
      outExtension: () => ({ js: '.cjs' }),
      plugins: [
        { name: 'commonjs', renderChunk: async (code) => ({ code: await asCommonJs(code) }) },
      ],
    },
    {
      ...common,
      format: 'cjs',
      noExternal: [...inline],
      dts: {
        only: true,
        compilerOptions: { ...declarationOptions, paths: sourcesOf(workspaces) },
      },
    },
  ];
}

/**
 * Code without indentation and what else no one needs, a tenth less of a tarball. Names stay as they are, and so do lines
 * that fit a terminal: Node prints the line of an error that no one has caught.
 */
const short = { minifyWhitespace: true, minifySyntax: true, lineLimit: 500 } as const;

/**
 * Writes the declaration of an entry point for `import`: that for `require`, whose types the same names have. A copy would
 * be as long as the whole.
 */
function writeEsmDeclaration(name: string): void {
  const file = join('dist', `${name}.d.ts`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `export * from './${basename(name)}.cjs';\n`);
}

/**
 * Converts an ES module to CommonJS. esbuild splits ES modules only, and tsup's own conversion replaces `?.` and
 * `??` by function calls. Jest cannot run `import()` in CommonJS, so it becomes `require`.
 */
async function asCommonJs(code: string): Promise<string> {
  const result = await transform(code, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
    ...short,
    banner: '"use strict";',
  });
  return result.code;
}

/**
 * The entry points of workspaces with their sources. The compiler keeps imports of packages in declarations, and
 * inlines what it finds by a path.
 */
function sourcesOf(workspaces: readonly string[]): Record<string, string[]> {
  const entries = workspaces.flatMap((name) => {
    const folder = join('..', name.slice(name.indexOf('/') + 1));
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, string>>;
    };
    return Object.entries(exports).map(([entry, file]) => [
      join(name, entry),
      [join(folder, file)],
    ]);
  });
  return Object.fromEntries(entries);
}
