import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { typicalPage } from './typical-page.ts';

const generated = fileURLToPath(
  new URL('../../node_modules/.cache/benchmarks-pages/', import.meta.url),
);

/** The folder of pages that somebody named, or one of 28 generated pages. */
export function pageFolderOf(folder: string | undefined): string {
  if (folder) return folder;
  mkdirSync(generated, { recursive: true });
  for (let number = 0; number < 28; number++) {
    writeFileSync(join(generated, `${number}.html`), typicalPage(number));
  }
  return generated;
}

/** The pages of a folder: what ends with `.html`, `.htm` or `.html.txt`. */
export function readPages(folder: string): readonly Buffer[] {
  const names = readdirSync(folder).filter((name) => /\.html?(?:\.txt)?$/.test(name));
  if (names.length === 0) throw new Error(`There is no .html file in ${folder}.`);
  return names.map((name) => readFileSync(join(folder, name)));
}
