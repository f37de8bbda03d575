import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './run-node.ts';

/** How a project is compiled. */
export interface Compilation {
  /** What its configuration is called. */
  readonly name: string;
  readonly moduleResolution: 'nodenext' | 'bundler';
  /** The files, from the project's folder. */
  readonly include: readonly string[];
  /** Whether JavaScript is written beside the sources. */
  readonly emit: boolean;
}

/**
 * Compiles a part of a project with its own TypeScript, strictly, the declarations of all packages
 * included, ours and others'.
 *
 * @throws Error with what the compiler says.
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
    // Declarations are the same for all, and judged where nothing is written out.
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
