import { readFileSync } from 'node:fs';
import { isSitegradeError } from '@sitegrade/core';
import { startDnsServer } from '../../packages/audit/src/fetch/fixtures/dns-server.ts';
import { createNetwork, type Network } from '../../packages/audit/src/fetch/network.ts';
import { parseTarget } from '../../packages/audit/src/fetch/parse-target.ts';
import { auditPage } from '../../packages/audit/src/report/audit-page.ts';
import { defaultRuleset } from '../../packages/audit/src/scoring/ruleset.ts';
import { anyResponse, soundResponse } from './any-response.ts';
import { createRandom } from './random.ts';
import { startRawServer } from './raw-server.ts';

/** Options of {@link fuzzResponses}. */
interface FuzzOptions {
  /** Number of faulty responses to send, over several reports. */
  readonly count: number;
  readonly seed: number;
  /** The number of a report to repeat. */
  readonly report?: number;
}

/** The result of a run. */
interface FuzzResult {
  readonly reports: number;
  /** Number of faulty responses that were sent. */
  readonly responses: number;
  /** Number of reports by outcome: `report`, or a code and its reason. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** The failures, each with the number of its report. */
  readonly failures: readonly string[];
}

/** Concurrent reports: most of them wait for a server that sends nothing more. */
const atOnce = 12;

/** Far more than the ten seconds of the network limits, even on a busy machine. */
const hangsAfterMs = 120_000;

/** Number of failures after which the run ends. */
const mostFailures = 20;

const limits = { totalMs: 10_000, connectMs: 5_000, headersMs: 100, bodyIdleMs: 100 };

/** A host name for loopback, so that the page has a www variant and can use https. */
const host = 'good.test';

/**
 * Creates reports of servers that send faulty responses to the request of the page and to all others. Each
 * must end in a report without a check that threw, or in a code that the API documents.
 */
export async function fuzzResponses({ count, seed, report }: FuzzOptions): Promise<FuzzResult> {
  const dns = await startDnsServer({ [host]: ['127.0.0.1'], [`www.${host}`]: ['127.0.0.1'] });
  const network = createNetwork({
    ports: 'any',
    allowAddresses: ['127.0.0.1'],
    nameServers: [dns.address],
    trustedCertificates: [tlsFile('ca.pem')],
    limits: { ...limits, wireBytes: 200_000, decodedBytes: 250_000 },
  });
  const outcomes = new Map<string, number>();
  const failures: string[] = [];
  const underWay = new Set<number>();
  let [reports, responses] = [0, 0];

  // An error outside of any report would end a server.
  const onUncaught = (error: unknown) =>
    failures.push(`one of the reports ${[...underWay].join(', ')}: uncaught ${textOf(error)}`);
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);

  const makeReport = async (number: number) => {
    underWay.add(number);
    const made = await reportOn(network, `${seed}:${number}`);
    underWay.delete(number);
    responses += made.responses;
    outcomes.set(made.outcome, (outcomes.get(made.outcome) ?? 0) + 1);
    if (made.failure !== null) failures.push(`report ${number}: ${made.failure}`);
  };
  const work = async () => {
    while (responses < count && failures.length < mostFailures) await makeReport(reports++);
  };
  try {
    if (report === undefined) await Promise.all(Array.from({ length: atOnce }, work));
    else await makeReport(report);
    // Errors without a listener are emitted in the next iteration of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('uncaughtException', onUncaught);
    process.off('unhandledRejection', onUncaught);
    await dns.close();
  }
  return { reports: report === undefined ? reports : 1, responses, outcomes, failures };
}

interface Made {
  readonly outcome: string;
  readonly failure: string | null;
  readonly responses: number;
}

/** Creates one report of a server whose responses depend only on the name and the path. */
async function reportOn(network: Network, name: string): Promise<Made> {
  const plan = createRandom(name);
  const scheme = plan.chance(0.08) ? 'https' : 'http';
  // If the page itself cannot be fetched, nothing else is requested.
  const faultyPage = plan.chance(0.6) ? 1 : 0;
  const faultyRest = plan.pick([0.6, 1]);
  const asked = new Map<string, number>();
  let responses = 0;
  const server = await startRawServer(
    ({ method, path }) => {
      const request = `${method} ${path}`;
      const time = asked.get(request) ?? 0;
      asked.set(request, time + 1);
      const random = createRandom(`${name} ${request} ${time}`);
      const origin = `${scheme}://${host}:${server.port}`;
      // Without robots.txt, samples are not requested.
      const faulty = path === '/' ? faultyPage : path === '/robots.txt' ? 0.25 : faultyRest;
      if (!random.chance(faulty)) return soundResponse(path, origin);
      responses++;
      return anyResponse(random, path, origin);
    },
    scheme === 'https' ? { cert: tlsFile('good.pem'), key: tlsFile('server.key') } : undefined,
  );
  const ended = await within(outcomeOf(network, `${scheme}://${host}:${server.port}/`));
  if (ended === null) return { outcome: 'hung', failure: 'did not end', responses };
  const closed = await within(server.close().then(() => true));
  if (closed === null) return { ...ended, failure: 'left a connection open', responses };
  return { ...ended, responses };
}

async function outcomeOf(network: Network, url: string): Promise<Omit<Made, 'responses'>> {
  try {
    const broken: string[] = [];
    await auditPage(parseTarget(url, network), {
      network,
      now: () => new Date('2026-01-01T00:00:00Z'),
      randomBytes: (size) => new Uint8Array(size),
      ruleset: defaultRuleset,
      expectIndexable: true,
      onCheckFailed: ({ check, error }) => broken.push(`${check}: ${textOf(error)}`),
    });
    return { outcome: 'report', failure: broken.length === 0 ? null : broken.join('\n') };
  } catch (error) {
    const isCoded = isSitegradeError(error) && error.code !== 'internal';
    if (!isCoded) return { outcome: 'internal', failure: textOf(error) };
    return { outcome: [error.code, error.reason ?? ''].join(' ').trim(), failure: null };
  }
}

async function within<Result>(work: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), hangsAfterMs);
  });
  const result = await Promise.race([work, late]);
  clearTimeout(timer);
  return result;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function tlsFile(name: string): string {
  const folder = '../../packages/audit/src/fetch/fixtures/tls/';
  return readFileSync(new URL(`${folder}${name}`, import.meta.url), 'utf8');
}
