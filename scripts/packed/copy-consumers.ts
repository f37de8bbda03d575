import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** Code that uses the packages, and its name in a project, which makes it an ES module or not. */
const copies = [
  ['every-entry-point.ts', 'every-entry-point.mts'],
  ['every-entry-point.ts', 'every-entry-point.cts'],
  ['every-entry-point.ts', 'every-entry-point.ts'],
  ['require-types.cts', 'require-types.cts'],
  ['require-everything.cjs', 'require-everything.cjs'],
] as const;

/** Copies the code that uses every entry point into a project. */
export function copyConsumers(project: string): void {
  for (const [from, to] of copies) {
    cpSync(join(import.meta.dirname, 'consumers', from), join(project, to));
  }
}
