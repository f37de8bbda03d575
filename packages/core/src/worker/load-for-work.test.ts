import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');

/** What a file loads only when it is needed: packages by name, files by their path in `src`. */
function loadedLater(file: string): readonly string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? relative(source, join(source, dirname(file), name)) : name,
  );
}

it('loads all that is otherwise loaded later', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|fixtures|load-for-work/.test(file),
  );
  const needed = new Set(files.flatMap(loadedLater));
  expect(needed.size).toBeGreaterThan(4);
  const loaded = ['worker/load-for-work.ts', 'messages/mail/load-content.ts'].flatMap(loadedLater);
  expect([...needed].sort()).toEqual(loaded.sort());
});
