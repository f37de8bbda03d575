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
  /** How many times as long the other owner may take: the CPU is shared with others that use it. */
  readonly times: number;
}

const rushes: readonly Rush[] = [
  { name: 'large pages that trickle × 25', page: trickling, owners: attackers, times: 2 },
  {
    name: 'pages of 9 MB × 10',
    page: pageOf(9_000 * KB),
    owners: attackers.slice(0, 2),
    times: 10,
  },
];

export const largePageAttacks: readonly Attack[] = rushes.map(({ name, page, owners, times }) => ({
  name,
  run: (server) =>
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
        return [
          besideOthers('another owner', slowest, alone, times),
          besideOthers('another owner, as a job', asJob, aloneAsJob, times),
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

/** Less is the time of a request, not of a page. */
const leastMs = 250;

function besideOthers(what: string, outcome: Outcome, alone: Outcome, times: number): Figure {
  const bound = times * Math.max(alone.ms, leastMs);
  const note = `alone ${Math.round(alone.ms)} ms`;
  return { what, measured: outcome.ms, bound, unit: 'ms', isWallTime: true, note };
}

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
