import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeBlocks } from './code-blocks.ts';
import type { EmbeddingName } from './start-example.ts';

const root = join(import.meta.dirname, '..');

/** The lines that add sitegrade to an example of embedding, between its two marks. */
export function embeddedLines(example: EmbeddingName): string {
  const app = readFileSync(join(root, 'examples', example, 'src/app.ts'), 'utf8');
  const [, lines] = /\n {2}\/\/ sitegrade, from here …\n(.*?) {2}\/\/ … to here/s.exec(app) ?? [];
  if (lines === undefined) throw new Error(`The marks are missing in ${example}/src/app.ts.`);
  return lines.replace(/^ {2}/gm, '');
}

/** The embedding in a README: its first fragment that uses this adapter. */
export function shownLines(readme: string, example: EmbeddingName) {
  const adapter = example.replace('embed-', '@sitegrade/adapter-');
  const shown = codeBlocks(readFileSync(join(root, readme), 'utf8')).find(
    ({ note, code }) => note === 'fragment' && code.includes(`'${adapter}'`),
  );
  if (shown === undefined) throw new Error(`${readme} has no code of ${example}.`);
  const [imports = '', ...rest] = shown.code.split('\n\n');
  return { imports: imports.split('\n'), lines: rest.join('\n\n') };
}
