import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './run-node.ts';

/** Options of {@link compile}. */
interface Compilation {
  /** The name of its configuration. */
  readonly name: string;
  readonly moduleResolution: 'nodenext' | 'bundler';
  /** The files, from the project's folder. */
  readonly include: readonly string[];
  /** Whether to write JavaScript next to the sources. */
  readonly emit: boolean;
}

/**
 * Compiles part of a project strictly with its own TypeScript, including the declarations of all
 * packages.
 *
 * @param tsc Runs the compiler. Default: where npm installs it.
 * @throws Error with the output of the compiler.
 */
export async function compile(
  folder: string,
  compilation: Compilation,
  tsc: (args: readonly string[]) => Promise<void> = (args) =>
    runNode(folder, ['node_modules/typescript/bin/tsc', ...args]),
): Promise<void> {
  const { name, moduleResolution, include, emit } = compilation;
  const compilerOptions = {
    target: 'es2022',
    module: moduleResolution === 'nodenext' ? 'nodenext' : 'esnext',
    moduleResolution,
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    esModuleInterop: true,
    // Declarations are the same for all, and checked only without output.
    skipLibCheck: emit,
    allowJs: !emit,
    checkJs: !emit,
    ...(emit ? { rewriteRelativeImportExtensions: true } : { allowImportingTsExtensions: true }),
    noEmit: !emit,
  };
  const file = `tsconfig.${name}.json`;
  writeFileSync(join(folder, file), JSON.stringify({ compilerOptions, include }));
  await tsc(['-p', file]);
}

/**
 * Compiles all files of a project to CommonJS, into the folder that has the name of the module resolution.
 *
 * @throws Error with the output of the compiler.
 */
export async function compileCommonJs(
  folder: string,
  moduleResolution: 'node10' | 'node16',
): Promise<void> {
  const compilerOptions = {
    target: 'es2022',
    module: moduleResolution === 'node10' ? 'commonjs' : 'node16',
    moduleResolution,
    types: ['node'],
    strict: true,
    esModuleInterop: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    outDir: moduleResolution,
    rootDir: '.',
  };
  const file = `tsconfig.${moduleResolution}.json`;
  writeFileSync(join(folder, file), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await runNode(folder, ['node_modules/typescript/bin/tsc', '-p', file]);
}
