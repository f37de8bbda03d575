import { allReports } from './all-reports.ts';
import { type Api, createApi } from './create-api.ts';
import { createReport } from './create-report.ts';

const { SITEGRADE_URL = 'http://127.0.0.1:3000/api/v1', SITEGRADE_KEY = '' } = process.env;
const [url = 'https://example.com/'] = process.argv.slice(2);

await showReport(createApi(SITEGRADE_URL, SITEGRADE_KEY)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

async function showReport(api: Api): Promise<void> {
  const { id, final_url, score, result, fix_first, checks } = await createReport(api, url);
  console.log(`${final_url}: ${score}, ${result}`);
  for (const name of fix_first) {
    console.log(`- ${checks[name]?.summary} ${checks[name]?.advice ?? ''}`);
  }
  for await (const report of allReports(api, { search: final_url, sort: 'asc' })) {
    if (report.id !== id) console.log(`${report.created_at}: ${report.score}, ${report.result}`);
  }
}
