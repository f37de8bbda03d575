import { createClient } from './client.ts';

/** Duration of the start, when all reports begin at the same moment, in milliseconds. */
const rushMs = 1_000;

/** Latency of a list of reports, in milliseconds. */
export interface ListLatency {
  /** Without the first second. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** The worst of the first second. */
  readonly rush: number;
  readonly count: number;
}

/**
 * Requests the list a number of times per second without waiting for earlier responses, so that a slow
 * response does not hide others.
 *
 * @throws Error for any status except 200.
 */
export async function probeList(
  { server, key }: { readonly server: string; readonly key: string },
  { perSecond, until }: { readonly perSecond: number; readonly until: Promise<unknown> },
): Promise<ListLatency> {
  const client = createClient(server, key, 50);
  const taken: number[] = [];
  const rush: number[] = [];
  const beganAt = performance.now();
  const asked: Promise<void>[] = [];
  const ask = async () => {
    const startedAt = performance.now();
    const { status } = await client.send('GET', '/reports?per_page=50');
    if (status !== 200) throw new Error(`The list has status ${status}`);
    (startedAt - beganAt < rushMs ? rush : taken).push(performance.now() - startedAt);
  };
  const timer = setInterval(() => {
    const asking = ask();
    // Failures are handled below, when all are done.
    asking.catch(() => {});
    asked.push(asking);
  }, 1000 / perSecond);
  await until.finally(() => clearInterval(timer));
  await Promise.all(asked);
  client.close();
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.ceil(taken.length * share) - 1] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1), rush: Math.max(...rush), count: taken.length };
}
