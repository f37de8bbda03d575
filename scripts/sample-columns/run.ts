import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { detailsOf } from '@sitegrade/core';
import { defaultRuleset } from '@sitegrade/core/checks';
import { factsOf } from '../../packages/audit/src/checks/fixtures/facts-of.ts';
import { summarizePage } from '../../packages/audit/src/report/audit-page.ts';
import { runChecks } from '../../packages/audit/src/scoring/run-checks.ts';
import { scoreResults } from '../../packages/audit/src/scoring/score.ts';
import { rulesetChecksOf } from '../../packages/core/src/store/check-info.ts';
import { toColumns } from '../../packages/store-kysely/src/reports/details-columns.ts';
import { newsPage } from './news-page.ts';

// Writes the sample that stores compress details with: the details of the invented page beside this file.
// The closer it is to what reports contain, the smaller they are. Run it after changing many texts of checks:
//
//   npm run tool -- sample-columns

const target = fileURLToPath(
  new URL('../../packages/store-kysely/src/reports/sample-columns.json', import.meta.url),
);
const { checks } = defaultRuleset;

const facts = await factsOf({
  html: newsPage,
  url: 'https://www.example.com/news/2026/05/town-council-approves-new-bridge/',
  headers: {
    server: 'nginx/1.18.0',
    'x-powered-by': 'PHP/8.1.2',
    'cache-control': 'max-age=600',
    'set-cookie': 'id=1; path=/',
  },
  robots: 'User-agent: *\nDisallow: /wp-admin/\nSitemap: https://www.example.com/sitemap.xml\n',
});
const results = await runChecks(checks, facts);
const score = scoreResults(checks, results, { expectIndexable: true });
const columns = toColumns(
  detailsOf({ ...score, page: summarizePage(facts) }),
  rulesetChecksOf(defaultRuleset),
);
if (columns === undefined) throw new Error('The details are not those of the default ruleset.');

// A field a line: changes stay readable, and the file small.
const fields = Object.entries(columns).map(
  ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
);
writeFileSync(target, `{\n${fields.join(',\n')}\n}\n`);
console.log(`${target}: ${JSON.stringify(columns).length} characters of JSON`);
