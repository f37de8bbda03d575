import { readFileSync, writeFileSync } from 'node:fs';
import { defaultRuleset } from '@sitegrade/core/checks';
import { catalogueOf } from './check-catalogue/catalogue-of.ts';

// Generates docs/checks.md from the checks.
//
//   npm run docs:checks

const file = new URL('../docs/checks.md', import.meta.url);
const catalogue = catalogueOf(defaultRuleset);
const before = (() => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
})();
if (catalogue !== before) writeFileSync(file, catalogue);
console.log(`docs/checks.md ${catalogue === before ? 'is up to date' : 'was written'}.`);
