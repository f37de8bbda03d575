import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CheckResult, createContext, listChecks, updateWebsite } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { sitegradePlugin } from '../packages/adapter-fastify/src/index.ts';
import { sqliteStore } from '../packages/store-sqlite/src/index.ts';

// Medians of the time that the server takes for the shared pages of a report with 500 quotes and of a
// website with 100,000 reports, beside the same data from the API; and the size of the HTML.
//
//   npm run bench -- pages

const reports = 100_000;
const urls = 100;
const quotes = 500;
const rounds = 50;

const folder = mkdtempSync(join(tmpdir(), 'sitegrade-bench-pages-'));
const filename = join(folder, 'pages.sqlite');
const store = sqliteStore({ filename });
await store.migrate();
const context = createContext({ store });
const ownerId = 'owner';

const catalogue = listChecks(context).checks;
const checks = Object.fromEntries(
  catalogue.map((check, index): [string, CheckResult] => [
    check.id,
    {
      ...check,
      status: 'fail',
      summary: `${Math.ceil(quotes / catalogue.length)} links have no text that describes them.`,
      value: null,
      sampled: false,
      evidence: Array.from(
        {
          length:
            Math.floor(((index + 1) * quotes) / catalogue.length) -
            Math.floor((index * quotes) / catalogue.length),
        },
        (_, line) => ({
          kind: 'html' as const,
          text: `<a href="https://example.com/articles/2026/how-to-fix-a-bicycle-${line}"><img src="/i/${line}.png"></a>`,
          line: line + 1,
          column: 13,
        }),
      ),
      weight: 5,
      points: 0,
      deduction: 1.23,
      gain: 1.23,
    },
  ]),
);
const first = await store.reports.create(
  newReport({ ownerId, checks, fixFirst: Object.keys(checks) }),
);
const { websiteId } = first;
await updateWebsite(context, ownerId, websiteId, { privacy: 'public' });
const database = new Database(filename);
database.exec(`
  insert into sitegrade_reports (owner_id, website_id, url, url_search, final_url, title, score, result,
    http_status, ruleset_version, share_token, created_at)
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${reports})
  select owner_id, website_id, url || (i % ${urls}), url || (i % ${urls}), final_url, title, i % 101,
    case when i % 101 >= 80 then 'good' when i % 101 >= 50 then 'decent' else 'bad' end,
    200, '1', 'token-' || i, created_at - (${reports} - i) * 900000
  from n, sitegrade_reports where sitegrade_reports.id = ${first.id};
  insert into sitegrade_report_details (report_id, details)
  select r.id, d.details from sitegrade_reports r, sitegrade_report_details d
  where d.report_id = ${first.id} and r.id > ${first.id} and r.id > ${reports} - 3;
  analyze;`);
database.close();
const website = await store.websites.find(ownerId, websiteId);

const app = Fastify();
app.register(sitegradePlugin, { store, pages: true, authenticate: () => ownerId });
await app.ready();
const cases = {
  'report, API': `/api/v1/reports/${first.id}`,
  'report, page': `/sitegrade/share/reports/${first.shareToken}`,
  'history, API': `/api/v1/websites/${websiteId}/history?interval=week`,
  'website, page': `/sitegrade/share/websites/${website?.shareToken}`,
  badge: `/sitegrade/share/websites/${website?.shareToken}/badge.svg`,
};
const times = new Map<string, number[]>();
const sizes = new Map<string, number>();
for (let round = 0; round < rounds; round += 1) {
  for (const [name, url] of Object.entries(cases)) {
    const before = performance.now();
    const response = await app.inject({ url });
    const taken = performance.now() - before;
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
    sizes.set(name, response.rawPayload.length);
    // The first rounds compile and fill caches.
    if (round >= rounds / 5) times.set(name, [...(times.get(name) ?? []), taken]);
  }
}
await app.close();
await store.close();
rmSync(folder, { recursive: true, force: true });

const median = (name: string) => {
  const sorted = (times.get(name) ?? []).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
for (const name of Object.keys(cases)) {
  const ratio = median(name) / median('report, API');
  console.log(
    `${name.padEnd(14)} ${median(name).toFixed(1).padStart(6)} ms  ${ratio.toFixed(2).padStart(5)} × the report of the API  ${((sizes.get(name) ?? 0) / 1000).toFixed(0).padStart(5)} kB`,
  );
}
