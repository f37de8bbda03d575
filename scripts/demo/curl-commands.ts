import type { Report } from './create-report.ts';

/** Shell commands, one per operation, that work on the demo's server. Each fits in 80 columns. */
export function curlCommands(server: string, key: string, report: Report): string {
  const curl = 'curl -sS -H "Authorization: Bearer $KEY"';
  return [
    `KEY=${key}`,
    `API=${server}/api/v1`,
    '# list: the reports, worst first',
    `${curl} "$API/reports?sort_by=score&sort=asc"`,
    '# show: one of them, with every finding',
    `${curl} $API/reports/${report.id}`,
    '# update: make its website public',
    `${curl} -X PATCH -d privacy=0 $API/websites/${report.website_id}`,
    '# delete: that report',
    `${curl} -X DELETE $API/reports/${report.id}`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}
