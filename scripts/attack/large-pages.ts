import { createApiClient } from '../api-client.ts';
import { type Attack, type Figure, failures, type Outcome, report, withTarget } from './attack.ts';
import type { AttackedServer, Owner } from './start-server.ts';
import { html, type Reply } from './start-target.ts';

// Pages beyond the size that every analysis has memory for. Another owner's page of that size must neither wait for
// them nor fail.

const KB = 1_000;
const attackers: readonly Owner[] = ['first', 'second', 'third', 'fourth', 'fifth'];
/** As many as an owner may create at once. */
const perOwner = 5;

const pageOf = (bytes: number): Reply =>
  html(
    `<!doctype html><html lang=en><title>A page</title>${'<p>Text and text. '.repeat(bytes / 17)}`,
  );

/** A page that arrives at once, but for its end. */
const trickling: Reply = { ...pageOf(630 * KB), trickles: true };

interface Rush {
  readonly name: string;
  readonly page: Reply;
  readonly owners: readonly Owner[];
  /** How many times as long as alone the other owner may take. */
  readonly times: number;
}

const rushes: readonly Rush[] = [
  { name: 'large pages that trickle × 25', page: trickling, owners: attackers, times: 2 },
  {
    name: 'pages of 9 MB × 10',
    page: pageOf(9_000 * KB),
    owners: attackers.slice(0, 2),
    // They use our CPU, which is waited for: docs/adr/0022.
    times: 5,
  },
];

/**
 * Less is the time of a request, not of a page. It grows with what fixed work takes; the time alone does not, as it
 * was measured on the same machine.
 */
const leastMs = 250;

export const largePageAttacks: readonly Attack[] = rushes.map(({ name, page, owners, times }) => ({
  name,
  run: (server, machine) =>
    withTarget({ '/page': page }, (hostile) =>
      withTarget({ '/large': pageOf(630 * KB) }, async (origin) => {
        const url = `${origin}/large`;
        // The first of a process compiles its code.
        await report(server, 'victim', url);
        const alone = await report(server, 'victim', url);
        const aloneAsJob = await job(server, url);
        const rush = Promise.all(
          owners.flatMap((owner) =>
            Array.from({ length: perOwner }, () => report(server, owner, `${hostile}/page`)),
          ),
        );
        const beside = [await report(server, 'victim', url)];
        const asJob = await job(server, url);
        beside.push(await report(server, 'victim', url));
        const outcomes = await rush;
        const slowest = beside.reduce((most, outcome) => (outcome.ms > most.ms ? outcome : most));
        const least = leastMs * machine.clock();
        const besideOthers = (what: string, { ms }: Outcome, { ms: aloneMs }: Outcome): Figure => {
          const measured = ms / Math.max(aloneMs, least);
          const note = `${Math.round(ms)} ms, alone ${Math.round(aloneMs)} ms, least ${Math.round(least)} ms`;
          return { what, measured, bound: times, unit: '×', note };
        };
        return [
          besideOthers('another owner', slowest, alone),
          besideOthers('another owner, as a job', asJob, aloneAsJob),
          failures([...outcomes]),
          {
            what: 'failed of the other owner',
            measured: [...beside, asJob].filter(({ status }) => status !== 201).length,
            bound: 0,
            unit: '',
          },
        ];
      }),
    ),
}));

/** Creates a report as a job, and waits until the job has ended. */
async function job(server: AttackedServer, url: string): Promise<Outcome> {
  const client = createApiClient(server.address, server.keys.victim);
  const startedAt = performance.now();
  const created = await client.send(
    'POST',
    '/api/v1/jobs',
    new URLSearchParams({ urls: url }).toString(),
  );
  if (created.status !== 202) throw new Error(`the job was refused with ${created.status}`);
  const [made] = await client.rows('/api/v1/jobs');
  for (;;) {
    const { json } = await client.send('GET', `/api/v1/jobs/${made?.id}`);
    const { data } = json as { readonly data: JobData };
    if (data.status === 'queued' || data.status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    const ms = performance.now() - startedAt;
    const isDone = data.status === 'done' && data.attempts === 1;
    const code = isDone ? '' : `${data.status} after ${data.attempts}`;
    return { status: isDone ? 201 : 500, code, ms, retryAfter: null, websiteId: undefined };
  }
}

interface JobData {
  readonly status: string;
  readonly attempts: number;
}
