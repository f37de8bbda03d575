import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeBlocks } from '../code-blocks.ts';

const root = join(import.meta.dirname, '../..');

/** A code block of a README. */
export interface QuickStart {
  /** Its position: `README.md:64`. */
  readonly location: string;
  readonly code: string;
  /** The folder that contains only this block. */
  readonly folder: string;
  readonly file: string;
  /** Whether it is run as a server, run by vitest, or only compiled. */
  readonly kind: 'server' | 'suite' | 'snippet';
}

/**
 * Writes each block of JavaScript and TypeScript of some READMEs into a separate folder, like a reader.
 * Fragments are skipped: they are part of the examples, which are compiled as a whole.
 *
 * @param readmes Their paths, from the root of the repository.
 */
export function writeQuickStarts(readmes: readonly string[], folder: string): QuickStart[] {
  return readmes.flatMap((readme) =>
    codeBlocks(readFileSync(join(root, readme), 'utf8'))
      .filter(({ language, note }) => /^[jt]s$/.test(language) && note !== 'fragment')
      .map(({ language, line, code }) => {
        const kind = kindOf(code);
        const exampleFolder = join(folder, `${readme.replace(/\W+/g, '-')}-${line}`);
        const file = `${kind}${kind === 'suite' ? '.test' : ''}.m${language}`;
        mkdirSync(exampleFolder, { recursive: true });
        writeFileSync(join(exampleFolder, file), code);
        return { location: `${readme}:${line}`, code, folder: exampleFolder, file, kind };
      }),
  );
}

function kindOf(code: string): QuickStart['kind'] {
  if (code.includes('.listen(')) return 'server';
  return /\bdescribe\w+\(/.test(code) ? 'suite' : 'snippet';
}
