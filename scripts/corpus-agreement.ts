import { deepStrictEqual } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oracleFacts } from '../packages/audit/src/page/fixtures/parse5-oracle.ts';
import { textFacts } from '../packages/audit/src/page/fixtures/text-facts.ts';

// Compares the page reader with parse5 on a folder of real pages, which cannot be part of the
// repository: every fact of every page must agree.
//
//   npm run tool -- corpus a-folder-of-html-files

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name a folder of .html files: npm run tool -- corpus a-folder');
  process.exit(1);
}

const pages = readdirSync(folder).filter((name) => /\.html?$/.test(name));
const disagreeing = pages.flatMap((name) => {
  const text = new TextDecoder().decode(readFileSync(join(folder, name)));
  return [true, false].flatMap((scripting) => {
    const { notes: _, ...facts } = textFacts(text, { scripting });
    try {
      deepStrictEqual(facts, oracleFacts(text, { scripting }));
      return [];
    } catch (error) {
      return [`${name}, ${scripting ? 'with' : 'without'} scripts: ${String(error)}`];
    }
  });
});

for (const message of disagreeing) console.error(message.slice(0, 2000));
console.log(
  `${pages.length} pages read in both ways, ${disagreeing.length} disagreements with parse5`,
);
if (pages.length === 0 || disagreeing.length > 0) process.exit(1);
