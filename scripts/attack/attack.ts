import { createApiClient } from '../api-client.ts';
import type { MachineSpeed } from './machine-speed.ts';
import type { AttackedServer, Owner, ServerFigures } from './start-server.ts';
import { type Site, startTarget } from './start-target.ts';

/** One measurement with its bound. */
export interface Figure {
  readonly what: string;
  readonly measured: number;
  readonly bound: number;
  /** `×` of a time that is stated as a multiple of another one of the same run. */
  readonly unit: 'MB' | 's' | 'ms' | '×' | '';
  /** Which time it is, if its bound grows with what fixed work takes in the same period; see {@link MachineSpeed}. */
  readonly grows?: 'clock' | 'cpu';
  /** Printed after it, such as how the requests ended. */
  readonly note?: string;
}

/** One attack. It runs against a server that has only served attacks of its group. */
export interface Attack {
  readonly name: string;
  /** Whether it needs a separate server, because memory peaks remain. */
  readonly fresh?: boolean;
  /** Whether the server renders pages; it has its own renderer then. */
  readonly renders?: boolean;
  /** Whether `--quick` leaves it out: it takes long, and shorter ones are of the same kind. */
  readonly isLong?: boolean;
  /**
   * @param machine - How slow the machine has been since the attack began.
   * @throws Error if it could not be carried out, which counts as a broken bound.
   */
  run(server: AttackedServer, machine: MachineSpeed): Promise<readonly Figure[]>;
}

/** How a request ended; status 0 without a response. */
export interface Outcome {
  readonly status: number;
  readonly code: string;
  readonly ms: number;
  readonly retryAfter: string | null;
  readonly websiteId: number | undefined;
}

interface Problem {
  readonly code: string;
}

interface Report {
  readonly data: { readonly website_id: number };
}

/** Sends one request of the API and times it. */
export async function send(
  server: AttackedServer,
  owner: Owner,
  [method, path, fields]: readonly [string, string, Readonly<Record<string, string>>],
  signal?: AbortSignal,
): Promise<Outcome> {
  const client = createApiClient(server.address, server.keys[owner]);
  const body = new URLSearchParams(fields).toString();
  const startedAt = performance.now();
  const took = () => performance.now() - startedAt;
  try {
    const { status, headers, json } = await client.send(method, path, body, undefined, signal);
    const { code = '', data } = json as Partial<Problem & Report>;
    const retryAfter = headers.get('retry-after');
    return { status, code, ms: took(), retryAfter, websiteId: data?.website_id };
  } catch {
    return { status: 0, code: 'no response', ms: took(), retryAfter: null, websiteId: undefined };
  }
}

/**
 * Twice the CPU budget of a report (`limits.cpuMs`), as other threads decompress, compile and collect
 * garbage meanwhile.
 */
export const reportCpuSeconds = 6;
/** The deadlines of a report: `limits.totalMs` and `limits.cpuMs`. */
export const reportSeconds = 18;

/** Requests a report. */
export function report(server: AttackedServer, owner: Owner, url: string): Promise<Outcome> {
  return send(server, owner, ['POST', '/api/v1/reports', { url }]);
}

/** The slowest of another owner's reports of a tiny page, one after the other until the work is done. */
export async function slowestReport(
  server: AttackedServer,
  url: string,
  work: Promise<unknown>,
): Promise<Outcome> {
  let done = false;
  work.finally(() => {
    done = true;
  });
  let slowest: Outcome | undefined;
  while (!done || slowest === undefined) {
    const outcome = await report(server, 'victim', url);
    if (slowest === undefined || outcome.status !== 201 || outcome.ms > slowest.ms) {
      slowest = outcome;
    }
    if (outcome.status !== 201) break;
  }
  return slowest;
}

/** How long another owner waited, with the time on an idle server. */
export function otherOwner(outcome: Outcome, alone: Outcome, bound = 500): Figure {
  const note = `alone ${Math.round(alone.ms)} ms`;
  return { what: 'another owner', measured: outcome.ms, bound, unit: 'ms', grows: 'clock', note };
}

/** The longest time that the event loop was blocked; it is CPU time of the thread at most. */
export function blockOf({ longestBlockMs }: ServerFigures): Figure {
  return { what: 'longest block', measured: longestBlockMs, bound: 50, unit: 'ms', grows: 'cpu' };
}

/** CPU time of all threads of the server. */
export function cpuOf({ cpuSeconds }: ServerFigures, bound: number, what = 'CPU'): Figure {
  return { what, measured: cpuSeconds, bound, unit: 's', grows: 'cpu' };
}

/** Runs the work with a site, and closes the site. */
export async function withTarget<Result>(
  site: Site,
  work: (origin: string) => Promise<Result>,
): Promise<Result> {
  const target = await startTarget(site);
  try {
    return await work(target.origin);
  } finally {
    target.close();
  }
}

/** How requests ended, as `5 × 201, 3 × 422 page_too_complex`. */
export function endsOf(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { status, code } of outcomes) {
    const end = `${status} ${code}`.trim();
    counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return [...counts].map(([end, count]) => `${count} × ${end}`).join(', ');
}

/** Requests that the server failed: neither a report nor a refusal that the API documents. */
export function failures(outcomes: readonly Outcome[]): Figure {
  const failed = outcomes.filter(
    ({ status, retryAfter }) =>
      status !== 200 &&
      status !== 201 &&
      status !== 422 &&
      !((status === 429 || status === 503) && retryAfter !== null),
  );
  return { what: 'failed', measured: failed.length, bound: 0, unit: '', note: endsOf(outcomes) };
}
