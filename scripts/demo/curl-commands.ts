import type { Report } from './create-report.ts';

/** Shell commands, one per operation, that work on the demo's server. */
export function curlCommands(server: string, key: string, report: Report): string {
  const curl = `curl -sS -H 'Authorization: Bearer ${key}'`;
  const reports = `${server}/api/v1/reports`;
  const websites = `${server}/api/v1/websites`;
  return [
    '# list: the reports, worst first',
    `${curl} '${reports}?sort_by=score&sort=asc&per_page=10'`,
    '# show: one of them, with every finding',
    `${curl} '${reports}/${report.id}'`,
    '# update: make its website public',
    `${curl} -X PATCH -d privacy=0 '${websites}/${report.website_id}'`,
    '# delete: that report',
    `${curl} -X DELETE '${reports}/${report.id}'`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}
