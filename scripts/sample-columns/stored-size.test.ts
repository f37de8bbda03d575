import { detailsOf } from '@sitegrade/core';
import { defaultRuleset, extendRuleset, type Ruleset } from '@sitegrade/core/checks';
import { expect, it } from 'vitest';
import { pages } from '../../examples/sample-site/src/pages.js';
import { factsOf } from '../../packages/audit/src/checks/fixtures/facts-of.ts';
import { summarizePage } from '../../packages/audit/src/report/audit-page.ts';
import { runChecks } from '../../packages/audit/src/scoring/run-checks.ts';
import { scoreResults } from '../../packages/audit/src/scoring/score.ts';
import { rulesetChecksOf } from '../../packages/core/src/store/check-info.ts';
import { packDetails } from '../../packages/store-kysely/src/reports/report-details.ts';

/** Bytes of the stored details of the sample site's pages, relative to their JSON. */
async function storedShare(ruleset: Ruleset): Promise<number> {
  let json = 0;
  let stored = 0;
  for (const { path, html } of pages) {
    const url = `https://shop.example${path}`;
    const facts = await factsOf({ html: html({ origin: 'https://shop.example', href: url }), url });
    const results = await runChecks(ruleset.checks, facts);
    const score = scoreResults(ruleset.checks, results, { expectIndexable: true });
    const details = detailsOf({ ...score, page: summarizePage(facts) });
    const rulesetChecks = rulesetChecksOf(ruleset);
    json += Buffer.byteLength(JSON.stringify(details));
    stored += (await packDetails({ ...details, rulesetChecks })).bytes.length;
  }
  return stored / json;
}

// If this fails after checks were changed: `npm run tool -- sample-columns`.
it('the sample resembles the details of other pages', async () => {
  expect(await storedShare(defaultRuleset)).toBeLessThan(0.036);
});

it('the sample resembles the details of a ruleset with changes', async () => {
  const [check] = defaultRuleset.checks;
  const ruleset = extendRuleset(defaultRuleset, {
    version: 'test',
    add: check ? [{ ...check, id: 'test', title: 'A check of a host' }] : [],
    drop: ['favicon'],
    importance: { lang: 'high' },
  });
  expect(await storedShare(ruleset)).toBeLessThan(0.036);
});
