import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSampleSite } from '@sitegrade/example-sample-site';
import { createApiClient } from '../api-client.ts';
import { startCommand } from '../start-command.ts';
import type { CleanUps } from './clean-ups.ts';
import { createReport, type Report } from './create-report.ts';
import { curlCommands } from './curl-commands.ts';
import { pageLinks } from './page-links.ts';
import { type Outcome, tableHead, tableRow } from './report-table.ts';

/** Options of the demo. */
interface DemoOptions {
  readonly coloured: boolean;
  /** Ends after the commands, instead of keeping the server running. */
  readonly once: boolean;
  readonly print: (text: string) => void;
}

/**
 * Starts a sample site and a server, creates reports of the site, and prints them. Resolves after that if
 * `once` is set, otherwise never.
 *
 * @param cleanUps Gets every clean-up as soon as it is needed.
 * @throws Error if a step fails, or the server ends by itself.
 */
export async function runDemo(options: DemoOptions, cleanUps: CleanUps): Promise<void> {
  const { print } = options;
  const site = await startSampleSite();
  cleanUps.add(site.close);
  print(`Sample site  ${site.url}\n             ${site.httpsUrl}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'sitegrade-demo-'));
  cleanUps.add(() => rmSync(folder, { recursive: true, force: true }));

  const hosts = [site.url, site.httpsUrl].map((url) => new URL(url).host);
  const server = startCommand(['serve'], {
    DATABASE_FILE: join(folder, 'demo.sqlite'),
    PUBLIC_URL: '',
    ALLOW_ADDRESSES: hosts.join(','),
    ALLOW_PORTS: ['80', '443', ...hosts.map((host) => host.split(':')[1])].join(','),
    TRUSTED_CERTIFICATES_FILE: site.certificateFile,
  });
  cleanUps.add(() => {
    server.kill('SIGTERM');
    return server.exited;
  });
  const address = await server.listening;
  const key = await server.firstKey;
  print(`Server       ${address}, with an empty database\n\n`);
  const api = createApiClient(address, key);
  const urls = urlsOf(site);
  print(tableHead(urls));
  const outcomes: Outcome[] = [];
  for (const url of urls) {
    const outcome = { url, created: await createReport(api, url) };
    print(tableRow(urls, outcome, options.coloured));
    outcomes.push(outcome);
  }
  print('\n');
  const shown = outcomes.find(({ url }) => url.endsWith('/prices'));
  if (shown === undefined || !('report' in shown.created)) throw new Error('There is no /prices.');
  const links = await pageLinks(api, address, key, shown.created.report);
  const until = options.once ? ', which works without --once' : '';
  print(`Open in a browser${until}:\n\n${links}\n`);
  print(`Or paste into a shell:\n\n${curlCommands(address, key, worstOf(outcomes))}\n`);
  if (options.once) return;

  print('The server and the site keep running. Ctrl-C ends both.\n');
  const code = await server.exited;
  throw new Error(`The server ended by itself, with exit code ${code}:\n${server.output()}`);
}

/** Some pages of the site, and a URL that the server may not fetch. */
function urlsOf(site: { readonly url: string; readonly httpsUrl: string }): string[] {
  return [
    `${site.httpsUrl}/`,
    `${site.url}/`,
    `${site.httpsUrl}/courses`,
    `${site.httpsUrl}/prices`,
    `${site.url}/guestbook`,
    `${site.httpsUrl}/missing`,
    `${site.httpsUrl}/guides/chain`,
    `${site.url}/guides/puncture`,
    'http://169.254.169.254/latest/meta-data/',
  ];
}

/** The report with the lowest score, which has the most findings. */
function worstOf(outcomes: readonly Outcome[]): Report {
  const reports = outcomes.flatMap(({ created }) => ('report' in created ? [created.report] : []));
  const [worst] = reports.sort((a, b) => a.score - b.score);
  if (worst === undefined) throw new Error('The server refused every URL.');
  return worst;
}
