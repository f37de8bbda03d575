import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createNetwork, parseTarget } from '@sitegrade/audit';
import { auditPage } from '@sitegrade/audit/analyze';
import { defaultRuleset } from '@sitegrade/audit/checks';
import { startDnsServer } from '../../packages/audit/src/fetch/fixtures/dns-server.ts';
import { chromiumRenderer } from '../../packages/renderer-chromium/src/index.ts';
import { startBrowserElsewhere } from './browser-elsewhere.ts';
import { certificate, startCountingServers } from './counting-servers.ts';
import { type Count, countByWay, leaksOf, type Measurement, unprovenWays } from './counts.ts';
import { ownNameServer, privateNames, siteAddress, siteHost } from './goals.ts';
import { hostForms } from './host-forms.ts';
import { nameServersOf, sentDatagramsSoFar } from './kernel-counts.ts';
import { goals, names, sitePages } from './pages.ts';
import { openInPlainBrowser, writeTrustingBrowser } from './plain-browser.ts';

// What `render-reach` runs in a separate network, where every address is one of this machine.

const [, , chromium = '', only = '', where = ''] = process.argv;
const pages = sitePages.filter(({ url }) => url.includes(only));
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1_000);

const wayByAddress = new Map(
  [...goals.flatMap(([, all]) => all), ...hostForms]
    .filter(({ address }) => address !== '' && address !== '127.0.0.1')
    .map(({ address, way }) => [address, way]),
);
const realtime = goals.flatMap(([{ page }, all]) =>
  page === 'realtime' ? all.map(({ address }) => address) : [],
);
/** The ways by which a plain browser must reach something. */
const proving = [
  ...goals.map(([way]) => way),
  ...hostForms.map(({ way }) => ({ id: way })),
  { id: 'rebinding' },
];

const zone = { [siteHost]: [siteAddress], ...privateNames(goals.length), ...names };
const ownNames = await startDnsServer(zone, { address: ownNameServer, port: 53 });
const machineNames = await Promise.all(
  nameServersOf(readFileSync('/etc/resolv.conf', 'utf8')).map((address) =>
    startDnsServer(zone, { address, port: 53 }),
  ),
);
if (machineNames.length === 0) throw new Error('/etc/resolv.conf names no name server.');
const servers = await startCountingServers(realtime);
/** Of a browser that is not ours. */
let debuggingPort: number | undefined;
const folder = mkdtempSync(join(tmpdir(), 'sitegrade-reach-'));
try {
  process.exitCode = await compare();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function compare(): Promise<number> {
  const urls = pages.map(({ url }) => url);
  const control = await measure(() => openInPlainBrowser(chromium, folder, urls));
  console.log(`${urls.length} pages in a plain browser: ${seconds()} s`);
  const results: string[] = [];
  const ours = await measure(() => renderAll(results));
  console.log(`${urls.length} pages rendered: ${seconds()} s`);
  return report(control, ours, results);
}

/** Counts what arrives during some work. */
async function measure(work: () => Promise<void>): Promise<Measurement> {
  servers.take();
  const all = [ownNames, ...machineNames];
  const before = { datagrams: sentDatagramsSoFar(), questions: questionsOf(all).length };
  const asked = questionsOf(machineNames).length;
  await work();
  // What was sent last is still to arrive.
  await wait(1_000);
  // Each question is one datagram, and its answer another.
  const answered = 2 * (questionsOf(all).length - before.questions);
  return {
    // Not our own connections to a browser elsewhere.
    arrivals: servers.take().filter(({ port, isOwn }) => !isOwn || port !== debuggingPort),
    questions: questionsOf(machineNames).slice(asked),
    strayDatagrams: sentDatagramsSoFar() - before.datagrams - answered,
  };
}

function questionsOf(nameServers: readonly { readonly queries: readonly string[] }[]) {
  return nameServers.flatMap(({ queries }) => queries);
}

/** Makes a report with a rendering of each page, two at a time. */
async function renderAll(results: string[]): Promise<void> {
  const network = createNetwork({
    nameServers: [ownNameServer],
    trustedCertificates: [certificate.authority],
  });
  const executablePath = writeTrustingBrowser(folder, chromium);
  const elsewhere =
    where === ''
      ? undefined
      : await startBrowserElsewhere(executablePath, folder, where === 'elsewhere');
  debuggingPort = elsewhere?.port;
  const renderer = chromiumRenderer({
    pages: 2,
    ...(elsewhere
      ? { trustedRemoteBrowser: elsewhere.webSocket }
      : // Chromium has no sandbox for the user root.
        { executablePath, sandbox: process.getuid?.() !== 0 }),
  });
  const waiting = [...pages];
  const renderNext = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      const { audit } = await auditPage(parseTarget(page.url, network), {
        network,
        renderer,
        render: 'always',
        screenshot: true,
        ruleset: defaultRuleset,
        expectIndexable: true,
        now: () => new Date(),
        randomBytes,
      });
      const { rendering } = audit.page;
      const result = rendering?.status === 'failed' ? rendering.reason : rendering?.status;
      results.push(`${page.isLeaving ? 'leaving' : 'staying'} ${result}`);
      if (!page.isLeaving && result !== 'rendered') console.log(`${page.url}: ${result}`);
    }
  };
  await Promise.all([renderNext(), renderNext()]);
  // The browser is still open: what it sends late counts.
  await wait(3_000);
  await renderer.close();
  elsewhere?.close();
}

/** Prints what was measured, and returns the exit code. */
function report(control: Measurement, ours: Measurement, results: readonly string[]): number {
  const wayOf = (address: string) => wayByAddress.get(address);
  const [reached, now] = [countByWay(control.arrivals, wayOf), countByWay(ours.arrivals, wayOf)];
  const ids = [...new Set([...wayByAddress.values(), ...reached.keys(), ...now.keys()])];
  const cells = (count: Count | undefined, ...kinds: readonly (keyof Count)[]) =>
    kinds.map((kind) => String(count?.[kind] ?? 0).padStart(9)).join('');
  console.log(
    `\n${''.padEnd(34)}${'  plain browser'.padEnd(18)}  rendered\n${'way'.padEnd(34)}  private   public  private   direct  guarded`,
  );
  for (const id of ids) {
    const row = [
      cells(reached.get(id), 'private', 'direct'),
      cells(now.get(id), 'private', 'direct', 'guarded'),
    ];
    console.log(`${id.slice(0, 33).padEnd(34)}${row.join('')}`);
  }
  const sum = (counts: ReadonlyMap<string, Count>, kind: keyof Count) =>
    [...counts.values()].reduce((total, count) => total + count[kind], 0);
  console.log(
    `${'all'.padEnd(34)}${[reached, now].map((counts, index) => (['private', 'direct', ...(index === 1 ? ['guarded' as const] : [])] as const).map((kind) => String(sum(counts, kind)).padStart(9)).join('')).join('')}`,
  );
  for (const [what, { questions, strayDatagrams }] of [
    ['A plain browser', control],
    ['Rendered', ours],
  ] as const)
    console.log(
      `${what}: ${questions.length} questions for ${new Set(questions).size} names, ${strayDatagrams} other datagrams.`,
    );
  const discarded = [...new Set(servers.discarded)];
  console.log(
    `To the proxy that leads nowhere, what belongs to no page: ${discarded.join(', ') || 'nothing'}.`,
  );
  const counted = new Map<string, number>();
  for (const result of results) counted.set(result, (counted.get(result) ?? 0) + 1);
  console.log(`Pages: ${[...counted].map(([result, count]) => `${count} ${result}`).join(', ')}.`);

  const faults = [
    ...leaksOf(ours).map((leak) => `LEAK: ${leak}`),
    ...unprovenWays(only === '' ? proving : [], reached).map(
      (id) => `A plain browser reached nothing by ${id}: it proves nothing.`,
    ),
    ...(control.questions.length === 0 ? ['A plain browser asked no name server.'] : []),
    ...(control.strayDatagrams === 0 ? ['A plain browser sent no datagram.'] : []),
    ...(sum(now, 'guarded') === 0 ? ['No page reached a public address.'] : []),
    ...results
      .filter((result) => result.startsWith('staying') && result !== 'staying rendered')
      .map((result) => `A page was not rendered: ${result}`),
  ];
  for (const fault of faults) console.log(fault);
  console.log(`\n${seconds()} s, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}
