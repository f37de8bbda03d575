import { readFileSync, writeFileSync } from 'node:fs';
import { defaultRuleset } from '@sitegrade/core/checks';
import { catalogueOf } from './check-catalogue/catalogue-of.ts';
import { siteIssueCatalogue } from './check-catalogue/site-issue-catalogue.ts';

// Generates docs/checks.md from the checks, and docs/site-issues.md from the rules about several pages.
//
//   npm run tool -- docs-checks

write('checks.md', catalogueOf(defaultRuleset));
write('site-issues.md', siteIssueCatalogue());

function write(name: string, catalogue: string): void {
  const file = new URL(`../docs/${name}`, import.meta.url);
  const before = readFileSync(file, 'utf8');
  if (catalogue !== before) writeFileSync(file, catalogue);
  console.log(`docs/${name} ${catalogue === before ? 'is up to date' : 'was written'}.`);
}
