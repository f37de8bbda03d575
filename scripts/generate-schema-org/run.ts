import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tableOf } from './table-of.ts';

// Writes the table of schema.org's types and properties that the checks of structured data read:
// `npm run tool -- schema-org`, after raising the version of schema-dts; or with a path to other typings of
// schema-dts. With `--check` it only compares the table with the typings.

const root = new URL('../../', import.meta.url);
const target = fileURLToPath(
  new URL('packages/audit/src/readings/structured-data/schema-org-table.ts', root),
);
const given = process.argv.slice(2).find((word) => word !== '--check');
const typings = given ?? fileURLToPath(new URL('node_modules/schema-dts/dist/schema.d.ts', root));
const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('node_modules/schema-dts/package.json', root), 'utf8'),
);

const table = tableOf(readFileSync(typings, 'utf8'), given ? typings : `schema-dts ${version}`);
if (!process.argv.includes('--check')) {
  writeFileSync(target, table);
  console.log(`${target}: ${table.length} characters`);
} else if (readFileSync(target, 'utf8') !== table) {
  console.error('The table does not match the typings: npm run tool -- schema-org');
  process.exitCode = 1;
}
