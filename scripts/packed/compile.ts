import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './run-node.ts';

/** Options of {@link compile}. */
export interface Compilation {
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
 * @throws Error with the output of the compiler.
 */
export async function compile(folder: string, compilation: Compilation): Promise<void> {
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
  await runNode(folder, ['node_modules/typescript/bin/tsc', '-p', file]);
}
